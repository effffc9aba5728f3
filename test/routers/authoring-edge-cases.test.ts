import { describe, expect, it } from 'vitest'
import { parseBenchmark } from '../../src/formats/xccdf.ts'
import { createWorkspace, type Workplace } from '../support/authoring.ts'
import { unique } from '../support/factories.ts'
import type { Body } from '../support/rest.ts'
import { recordStatements } from '../support/statements.ts'
import { guideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const sql = () => world.database.queries
const create = (place: Workplace, component: Record<string, unknown>) =>
  place.as.admin.post(`/projects/${place.project.id}/components`, {
    component: {
      name: unique('Made'),
      prefix: 'ABCD-01',
      title: 'Made',
      security_requirements_guide_id: place.component.securityRequirementsGuideId,
      ...component,
    },
  })

/** A released authored SRG whose first requirement has two checks and every description part. */
async function createRelease() {
  const place = await createWorkspace(world, {
    type: 'srg',
    component: { name: unique('Guide'), prefix: 'CNTR-00', version: 1, release: 2 },
  })
  const [first = 0] = place.rules
  const { disa_rule_descriptions_attributes: parts } = await place.rule(first)
  await place.as.author.patch(`/rules/${first}`, {
    rule: {
      checks_attributes: [{ content: 'Second check' }],
      disa_rule_descriptions_attributes: [{ id: parts[0].id, potential_impacts: 'It may <hurt> & more' }],
    },
  })
  await sql()
    .updateTable('rules')
    .set({ status: 'Applicable', locked: true })
    .where('component_id', '=', place.component.id)
    .execute()
  const { body } = await place.as.systemAdmin.post(`/components/${place.component.id}/release`)
  const { xml } = await sql()
    .selectFrom('srg_documents')
    .select('xml')
    .where('srg_id', '=', body.catalog_srg.id)
    .executeTakeFirstOrThrow()
  return { place, id: body.catalog_srg.id, document: parseBenchmark(Buffer.from(xml), 'srg') }
}

/** Numbered rules of components that no test of a state or an operation covers. */
describe('guides', () => {
  it('are listed and searched without loading their files (C-7)', async () => {
    const place = await createWorkspace(world)
    const { body } = await uploadGuide(place.as.systemAdmin, guideFile())
    for (const path of ['/srgs', `/srgs/${body.srg.id}`, '/api/srgs/latest', '/api/search/global?q=Guide']) {
      const { result, statements } = await recordStatements(() => place.as.viewer.get(path))
      expect(result.status).toBe(200)
      expect(statements.join()).not.toMatch(/srg_documents|stig_documents|"?xml"?/)
    }
  })

  it('remain core if an administrator set that, no matter what is released later (C-1)', async () => {
    const place = await createWorkspace(world)
    const id = unique('Own_Core').replace('-', '_')
    const upload = async (release: string) =>
      (await uploadGuide(place.as.systemAdmin, guideFile({ id, release }))).body.srg
    const first = await upload('1')
    await sql().updateTable('srgs').set({ core: true }).where('id', '=', first.id).execute()
    expect((await upload('2')).core).toBe(false)
    expect((await place.as.viewer.get(`/srgs/${first.id}`)).body.core).toBe(true)
  })

  it('are identified by id and version, not by title (C-7)', async () => {
    const place = await createWorkspace(world)
    const bytes = (id: string) => guideFile({ id: unique(id).replace('-', '_'), title: 'One title' })
    expect((await uploadGuide(place.as.systemAdmin, bytes('One'))).status).toBe(200)
    expect((await uploadGuide(place.as.systemAdmin, bytes('Two'))).status).toBe(200)
  })

  it('released guides contain every part of their file (C-17, C-14, C-49)', async () => {
    const { place, id, document } = await createRelease()
    const { body } = await place.as.viewer.get(`/srgs/${id}`)
    expect(document).toMatchObject({
      srgId: body.srg_id,
      title: body.title,
      name: body.name,
      version: body.version,
    })
    expect(document.rules).toHaveLength(body.srg_rules.length)
    const [written] = document.rules
    const [stored] = body.srg_rules
    expect(written?.potentialImpacts).toBe('It may <hurt> & more')
    expect(stored.disa_rule_descriptions_attributes[0].potential_impacts).toBe('It may <hurt> & more')
    expect([written?.checkContent, stored.checks_attributes[0].content]).toEqual([
      'Look whether it is configured.',
      'Look whether it is configured.',
    ])
  })
})

describe('components', () => {
  it('ignore copy_component: false and an id without it (C-24)', async () => {
    const place = await createWorkspace(world)
    const other = await createWorkspace(world)
    const input = { copy_component: false, id: other.component.id, project_id: other.project.id }
    const { status, body } = await create(place, input)
    expect(status).toBe(200)
    const { body: created } = await place.as.admin.get(`/components/${body.component.id}`)
    expect([created.project_id, created.reviews, created.rules.length]).toEqual([place.project.id, [], 3])
  })

  it('start with complete requirements and one audit entry each, all from one request (C-28)', async () => {
    const place = await createWorkspace(world)
    const { body: rules } = await place.as.viewer.get(`/components/${place.component.id}/rules`)
    for (const rule of rules as Body[]) {
      expect(rule.inspec_control_body).toMatch(/^#/)
      expect([rule.checks_attributes.length, rule.disa_rule_descriptions_attributes.length]).toEqual([1, 1])
    }
    const entries = await sql()
      .selectFrom('audit_entries')
      .select(['rule_id', 'actor_type', 'request_id'])
      .where('component_id', '=', place.component.id)
      .where('auditable_type', '=', 'BaseRule')
      .orderBy('rule_id')
      .execute()
    expect(entries.map(({ rule_id, actor_type }) => [rule_id, actor_type])).toEqual(
      place.rules.map((id) => [id, 'System']),
    )
    expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(1)
    expect(entries[0]?.request_id).not.toBeNull()
  })

  it('have only the phases open and closed (C-40)', async () => {
    const place = await createWorkspace(world)
    for (const comment_phase of ['draft', 'triage', 'adjudication', 'final', null, '']) {
      const { status, body } = await place.as.admin.patch(`/components/${place.component.id}`, {
        component: { comment_phase },
      })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['comment_phase']])
    }
  })

  it('are changed by their authors and deleted by their admins, without a project role (C-34)', async () => {
    const place = await createWorkspace(world)
    const path = `/components/${place.component.id}`
    const author = await world.rest(await world.createMember(place.component, 'author'))
    const admin = await world.rest(await world.createMember(place.component, 'admin'))
    expect((await author.patch(path, { component: { title: 'By its author' } })).status).toBe(200)
    expect((await author.delete(path)).status).toBe(403)
    expect((await admin.delete(path)).status).toBe(200)
  })
})

describe('authored requirements', () => {
  it('appear in history, search, find, deep links, reviews and audits (C-61)', async () => {
    const place = await createWorkspace(world, {
      type: 'srg',
      component: { name: 'Kept', version: 1, release: 1 },
    })
    const [first = 0] = place.rules
    const { id } = place.component
    await place.as.author.patch(`/rules/${first}`, { rule: { title: 'A platypus requirement' } })
    await place.as.viewer.post(`/rules/${first}/reviews`, { review: { action: 'comment', comment: 'Yes' } })
    const copy = await create(place, { duplicate: true, id, name: 'Kept', version: 1, release: 2 })
    const changed = (await place.as.viewer.get(`/components/${copy.body.component.id}/rules`)).body[0].id
    await place.as.author.patch(`/rules/${changed}`, { rule: { title: 'An echidna requirement' } })
    const history = await place.as.viewer.get(`/components/history?project_id=${place.project.id}&name=Kept`)
    expect(history.body[1].changes).toMatchObject({ '000001': { change: 'updated' } })
    expect((await place.as.viewer.get('/api/search/global?q=platypus')).body.rules).toMatchObject([
      { id: first },
    ])
    expect((await place.as.viewer.post(`/components/${id}/find`, { find: 'platypus' })).body).toHaveLength(1)
    expect((await place.as.viewer.get(`/components/${id}/ABCD-01-000001`)).status).toBe(200)
    expect((await place.as.viewer.get(`/components/${id}`)).body.reviews).toHaveLength(1)
    expect((await place.as.viewer.get(`/api/audits?rule_id=${first}`)).body.rows.length).toBeGreaterThan(1)
  })
})

describe('answers to non-members', () => {
  it('are equal for hidden and for unknown records (A-7)', async () => {
    const place = await createWorkspace(world)
    const get = async (path: string) => (await place.as.nonMember.get(path)).text
    const unknown = await get('/components/2147483647')
    const [first] = place.rules
    for (const path of [
      `/components/${place.component.id}`,
      `/components/${place.component.id}/ABCD-01-000001`,
      `/components/${place.component.id}/ABCD-01-999999`,
      `/rules/${first}`,
      `/api/components/compare?base_id=${place.component.id}&diff_id=2147483647`,
      `/api/components/compare?base_id=2147483647&diff_id=${place.component.id}`,
    ]) {
      expect(await get(path)).toBe(unknown)
    }
    expect((await place.as.nonMember.get('/projects')).text).not.toContain(place.project.name)
  })

  it('include a released component with its requirements (C-23)', async () => {
    const place = await createWorkspace(world)
    await sql()
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', place.component.id)
      .execute()
    const list = await place.as.nonMember.get(`/components/${place.component.id}/rules`)
    expect([list.status, list.body.length]).toEqual([200, 3])
    expect((await place.as.nonMember.get(`/rules/${place.rules[0]}`)).status).toBe(200)
  })
})
