import { describe, expect, it } from 'vitest'
import { parseBenchmark } from '../../src/formats/xccdf.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { unique } from '../support/factories.ts'
import type { Body } from '../support/rest.ts'
import { recordStatements } from '../support/statements.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries
const create = (workspace: Workspace, component: Record<string, unknown>) =>
  workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
    component: {
      name: unique('Made'),
      prefix: 'ABCD-01',
      title: 'Made',
      security_requirements_guide_id: workspace.component.securityRequirementsGuideId,
      ...component,
    },
  })

/** A released authored SRG whose first requirement has two checks and every description part. */
async function createRelease() {
  const workspace = await createWorkspace(world, {
    type: 'srg',
    component: { name: unique('Guide'), prefix: 'CNTR-00', version: 1, release: 2 },
  })
  const [first = 0] = workspace.rules
  const { disa_rule_descriptions_attributes: parts } = await workspace.rule(first)
  await workspace.as.author.patch(`/rules/${first}`, {
    rule: {
      checks_attributes: [{ content: 'Second check' }],
      disa_rule_descriptions_attributes: [{ id: parts[0].id, potential_impacts: 'It may <hurt> & more' }],
    },
  })
  await getQueries()
    .updateTable('rules')
    .set({ status: 'Applicable', locked: true })
    .where('component_id', '=', workspace.component.id)
    .execute()
  const { body } = await workspace.as.systemAdmin.post(`/components/${workspace.component.id}/release`)
  const { xml } = await getQueries()
    .selectFrom('srg_documents')
    .select('xml')
    .where('srg_id', '=', body.catalog_srg.id)
    .executeTakeFirstOrThrow()
  return { workspace, id: body.catalog_srg.id, document: parseBenchmark(Buffer.from(xml), 'srg') }
}

/** Numbered rules of components that no test of a state or an operation covers. */
describe('guides', () => {
  it('are listed and searched without loading their files (C-7)', async () => {
    const workspace = await createWorkspace(world)
    const { body } = await uploadGuide(workspace.as.systemAdmin, createGuideFile())
    for (const path of ['/srgs', `/srgs/${body.srg.id}`, '/api/srgs/latest', '/api/search/global?q=Guide']) {
      const { result, statements } = await recordStatements(() => workspace.as.viewer.get(path))
      expect(result.status).toBe(200)
      expect(statements.join()).not.toMatch(/srg_documents|stig_documents|"?xml"?/)
    }
  })

  it('remain core if an administrator set that, no matter what is released later (C-1)', async () => {
    const workspace = await createWorkspace(world)
    const id = unique('Own_Core').replace('-', '_')
    const upload = async (release: string) =>
      (await uploadGuide(workspace.as.systemAdmin, createGuideFile({ id, release }))).body.srg
    const first = await upload('1')
    await getQueries().updateTable('srgs').set({ core: true }).where('id', '=', first.id).execute()
    expect((await upload('2')).core).toBe(false)
    expect((await workspace.as.viewer.get(`/srgs/${first.id}`)).body.core).toBe(true)
  })

  it('are identified by id and version, not by title (C-7)', async () => {
    const workspace = await createWorkspace(world)
    const bytes = (id: string) => createGuideFile({ id: unique(id).replace('-', '_'), title: 'One title' })
    expect((await uploadGuide(workspace.as.systemAdmin, bytes('One'))).status).toBe(200)
    expect((await uploadGuide(workspace.as.systemAdmin, bytes('Two'))).status).toBe(200)
  })

  it('released guides contain every part of their file (C-17, C-14, C-49)', async () => {
    const { workspace, id, document } = await createRelease()
    const { body } = await workspace.as.viewer.get(`/srgs/${id}`)
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
    const workspace = await createWorkspace(world)
    const other = await createWorkspace(world)
    const input = { copy_component: false, id: other.component.id, project_id: other.project.id }
    const { status, body } = await create(workspace, input)
    expect(status).toBe(200)
    const { body: created } = await workspace.as.admin.get(`/components/${body.component.id}`)
    expect([created.project_id, created.reviews, created.rules.length]).toEqual([workspace.project.id, [], 3])
  })

  it('start with complete requirements and one audit entry each, all from one request (C-28)', async () => {
    const workspace = await createWorkspace(world)
    const { body: rules } = await workspace.as.viewer.get(`/components/${workspace.component.id}/rules`)
    for (const rule of rules as Body[]) {
      expect(rule.inspec_control_body).toMatch(/^#/)
      expect([rule.checks_attributes.length, rule.disa_rule_descriptions_attributes.length]).toEqual([1, 1])
    }
    const entries = await getQueries()
      .selectFrom('audit_entries')
      .select(['rule_id', 'actor_type', 'request_id'])
      .where('component_id', '=', workspace.component.id)
      .where('auditable_type', '=', 'BaseRule')
      .orderBy('rule_id')
      .execute()
    expect(entries.map(({ rule_id, actor_type }) => [rule_id, actor_type])).toEqual(
      workspace.rules.map((id) => [id, 'System']),
    )
    expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(1)
    expect(entries[0]?.request_id).not.toBeNull()
  })

  it('have only the phases open and closed (C-40)', async () => {
    const workspace = await createWorkspace(world)
    for (const comment_phase of ['draft', 'triage', 'adjudication', 'final', null, '']) {
      const { status, body } = await workspace.as.admin.patch(`/components/${workspace.component.id}`, {
        component: { comment_phase },
      })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['comment_phase']])
    }
  })

  it('are changed by their authors and deleted by their admins, without a project role (C-34)', async () => {
    const workspace = await createWorkspace(world)
    const path = `/components/${workspace.component.id}`
    const author = await world.rest(await world.createMember(workspace.component, 'author'))
    const admin = await world.rest(await world.createMember(workspace.component, 'admin'))
    expect((await author.patch(path, { component: { title: 'By its author' } })).status).toBe(200)
    expect((await author.delete(path)).status).toBe(403)
    expect((await admin.delete(path)).status).toBe(200)
  })
})

describe('authored requirements', () => {
  it('appear in history, search, find, deep links, reviews and audits (C-61)', async () => {
    const workspace = await createWorkspace(world, {
      type: 'srg',
      component: { name: 'Kept', version: 1, release: 1 },
    })
    const [first = 0] = workspace.rules
    const { id } = workspace.component
    await workspace.as.author.patch(`/rules/${first}`, { rule: { title: 'A platypus requirement' } })
    await workspace.as.viewer.post(`/rules/${first}/reviews`, {
      review: { action: 'comment', comment: 'Yes' },
    })
    const copy = await create(workspace, { duplicate: true, id, name: 'Kept', version: 1, release: 2 })
    const changed = (await workspace.as.viewer.get(`/components/${copy.body.component.id}/rules`)).body[0].id
    await workspace.as.author.patch(`/rules/${changed}`, { rule: { title: 'An echidna requirement' } })
    const history = await workspace.as.viewer.get(
      `/components/history?project_id=${workspace.project.id}&name=Kept`,
    )
    expect(history.body[1].changes).toMatchObject({ '000001': { change: 'updated' } })
    expect((await workspace.as.viewer.get('/api/search/global?q=platypus')).body.rules).toMatchObject([
      { id: first },
    ])
    expect(
      (await workspace.as.viewer.post(`/components/${id}/find`, { find: 'platypus' })).body,
    ).toHaveLength(1)
    expect((await workspace.as.viewer.get(`/components/${id}/ABCD-01-000001`)).status).toBe(200)
    expect((await workspace.as.viewer.get(`/components/${id}`)).body.reviews).toHaveLength(1)
    expect((await workspace.as.viewer.get(`/api/audits?rule_id=${first}`)).body.rows.length).toBeGreaterThan(
      1,
    )
  })
})

describe('answers to non-members', () => {
  it('are equal for hidden and for unknown records (A-7)', async () => {
    const workspace = await createWorkspace(world)
    const get = async (path: string) => (await workspace.as.nonMember.get(path)).text
    const unknown = await get('/components/2147483647')
    const [first] = workspace.rules
    for (const path of [
      `/components/${workspace.component.id}`,
      `/components/${workspace.component.id}/ABCD-01-000001`,
      `/components/${workspace.component.id}/ABCD-01-999999`,
      `/rules/${first}`,
      `/api/components/compare?base_id=${workspace.component.id}&diff_id=2147483647`,
      `/api/components/compare?base_id=2147483647&diff_id=${workspace.component.id}`,
    ]) {
      expect(await get(path)).toBe(unknown)
    }
    expect((await workspace.as.nonMember.get('/projects')).text).not.toContain(workspace.project.name)
  })

  it('include a released component with its requirements (C-23)', async () => {
    const workspace = await createWorkspace(world)
    await getQueries()
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', workspace.component.id)
      .execute()
    const list = await workspace.as.nonMember.get(`/components/${workspace.component.id}/rules`)
    expect([list.status, list.body.length]).toEqual([200, 3])
    expect((await workspace.as.nonMember.get(`/rules/${workspace.rules[0]}`)).status).toBe(200)
  })
})
