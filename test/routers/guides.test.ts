import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createWorkspace } from '../support/authoring.ts'
import { unique } from '../support/factories.ts'
import type { Rest } from '../support/rest.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let asAdmin: Rest
let asUser: Rest
let asNobody: Rest

beforeAll(async () => {
  asAdmin = await world.rest(await world.createSystemAdmin())
  asUser = await world.rest(await world.createUser())
  asNobody = await world.rest()
})

const newId = () => unique('Line').replace('-', '_')

describe('STIGs', () => {
  test('C-10: are uploaded with groups, listed, shown and removed', async () => {
    const rules = [{ severity: 'low' as const, version: 'ABC-01' }, { severity: 'high' as const }]
    const { status, body } = await uploadGuide(asAdmin, createGuideFile({ rules, description: 'About it' }), {
      path: '/stigs',
    })
    expect([status, body.stig.benchmark_date]).toEqual([200, '2026-03-16'])
    expect(body.stig.severity_counts).toEqual({ high: 1, medium: 0, low: 1 })
    const { id } = body.stig
    const detail = await asUser.get(`/stigs/${id}`)
    expect(detail.body).toMatchObject({ description: 'About it' })
    expect(detail.body.stig_rules[0]).toMatchObject({
      version: 'ABC-01',
      vuln_id: 'V-000001',
      srg_id: 'SRG-TST-000001',
      vendor_comments: null,
    })
    expect((await asNobody.get(`/api/stigs/${id}/stats`)).body).toEqual({
      rule_count: 2,
      severity_counts: { high: 1, medium: 0, low: 1 },
    })
    expect((await asUser.delete(`/stigs/${id}`)).status).toBe(403)
    expect((await asAdmin.delete(`/stigs/${id}`)).body.toast.variant).toBe('success')
    expect((await asUser.get(`/stigs/${id}`)).status).toBe(404)
    expect((await asAdmin.delete(`/stigs/${id}`)).status).toBe(404)
  })

  test('are not stored a second time', async () => {
    const bytes = createGuideFile()
    const { body } = await uploadGuide(asAdmin, bytes, { path: '/stigs' })
    const again = await uploadGuide(asAdmin, bytes, { path: '/stigs' })
    expect([again.status, again.body.stig.id]).toEqual([200, body.stig.id])
  })
})

describe('the newest SRGs', () => {
  test('C-12: are one per line for everyone, searchable by text and abbreviation', async () => {
    const id = newId()
    for (const release of ['2', '10', '9']) {
      await uploadGuide(asAdmin, createGuideFile({ id, release, title: `100%_odd Kubernetes ${id}` }))
    }
    const find = async (q: string) =>
      (await asNobody.get(`/api/srgs/latest?q=${encodeURIComponent(q)}`)).body.rows.filter(
        (row: { srg_id: string }) => row.srg_id === id,
      )
    expect(await find('')).toMatchObject([{ version: 'V1R10' }])
    expect(await find('K8S')).toHaveLength(1)
    expect(await find('100%_ODD')).toHaveLength(1)
    expect(await find('1_0')).toHaveLength(0)
    expect(await find(' k ')).toHaveLength(0)
  })
})

describe('removing an SRG', () => {
  test('is rejected while a component uses it as primary or secondary source (C-13)', async () => {
    const second = await world.createSrg()
    const workspace = await createWorkspace(world, {
      component: { declared_source_srg_ids: [Number(second.id)] },
    })
    const primary = workspace.component.securityRequirementsGuideId
    for (const id of [primary, second.id]) {
      const { status, body } = await asAdmin.delete(`/srgs/${id}`)
      expect([status, body.reason]).toEqual([422, 'guide.in_use'])
    }
    const free = await world.createSrg()
    expect((await asUser.delete(`/srgs/${free.id}`)).status).toBe(403)
    expect((await asAdmin.delete(`/srgs/${free.id}`)).status).toBe(200)
    expect((await asAdmin.get(`/srgs/${free.id}`)).status).toBe(404)
  })

  test('C-11: reports in usage only the components that the reader may see', async () => {
    const workspace = await createWorkspace(world)
    const path = `/api/srgs/${workspace.component.securityRequirementsGuideId}/stats`
    expect((await workspace.as.viewer.get(path)).body).toMatchObject({
      rule_count: 3,
      usage: { count: 1, components: [{ id: workspace.component.id, project_id: workspace.project.id }] },
    })
    expect((await asUser.get(path)).body.usage).toEqual({ count: 0, components: [] })
    expect((await asAdmin.get(path)).body.usage.count).toBe(1)
  })

  test('C-11: reports in usage each component once, also for secondary sources', async () => {
    const workspace = await createWorkspace(world)
    const { id } = await world.createSrg()
    await sql`insert into component_sources (component_id, srg_id) values (${workspace.component.id}, ${id})`.execute(
      world.database.queries,
    )
    for (const reader of [workspace.as.viewer, asAdmin]) {
      for (const srg of [id, workspace.component.securityRequirementsGuideId]) {
        expect((await reader.get(`/api/srgs/${srg}/stats`)).body.usage).toMatchObject({
          count: 1,
          components: [{ id: workspace.component.id }],
        })
      }
    }
    expect((await asUser.get(`/api/srgs/${id}/stats`)).body.usage.count).toBe(0)
  })
})

test('C-19: two releases of an SRG are compared by version, and their texts word by word', async () => {
  const id = newId()
  const upload = async (release: string, rules: object[]) =>
    (await uploadGuide(asAdmin, createGuideFile({ id, release, rules }))).body.srg.id
  const base = await upload('1', [
    { version: 'A', title: 'Same', check: 'Look at the old file' },
    { version: 'B', title: 'Gone' },
    { version: 'C', ruleId: 'SV-x', title: 'Tie' },
    { version: 'C', ruleId: 'SV-y', title: 'Tie' },
  ])
  const diff = await upload('2', [
    { version: 'A', title: 'Same', check: 'Look at the new file' },
    { version: 'D', title: 'New' },
    { version: 'C', ruleId: 'SV-x', title: 'Tie' },
    { version: 'C', ruleId: 'SV-y2', title: 'Other' },
  ])
  const { body } = await asUser.get(`/api/srgs/compare?base_id=${base}&diff_id=${diff}`)
  expect(Object.keys(body.added)).toEqual(['D'])
  expect(Object.keys(body.removed)).toEqual(['B'])
  expect(Object.keys(body.updated)).toEqual(['A', 'C (2)'])
  expect(body.updated.A.changes.find((change: { field: string }) => change.field === 'check').diff).toEqual([
    { op: 'equal', text: 'Look at the ' },
    { op: 'delete', text: 'old' },
    { op: 'insert', text: 'new' },
    { op: 'equal', text: ' file' },
  ])
  const other = await world.createSrg()
  const rejected = await asUser.get(`/api/srgs/compare?base_id=${base}&diff_id=${other.id}`)
  expect([rejected.status, rejected.body.reason]).toEqual([422, 'guide.different_lines'])
  expect((await asUser.get(`/api/srgs/compare?base_id=${base}`)).status).toBe(400)
  expect((await asUser.get(`/api/srgs/compare?base_id=${base}&diff_id=2147483647`)).status).toBe(404)
})

test('rules whose version is a word such as constructor are compared', async () => {
  const id = newId()
  const upload = async (release: string) => {
    const rules = [{ version: 'constructor', title: release }]
    return (await uploadGuide(asAdmin, createGuideFile({ id, release, rules }))).body.srg.id
  }
  const [base, diff] = [await upload('1'), await upload('2')]
  const { status, body } = await asUser.get(`/api/srgs/compare?base_id=${base}&diff_id=${diff}`)
  expect([status, Object.keys(body.updated ?? {})]).toEqual([200, ['constructor']])
})

test('releases that differ too much are compared up to the size limit, and the rest is named', async () => {
  const id = newId()
  const upload = async (release: string) => {
    const rules = Array.from({ length: 40 }, (_, n) => ({
      version: `${release}-${String(n).padStart(2, '0')}`,
      title: 'T',
    }))
    return (await uploadGuide(asAdmin, createGuideFile({ id, release, rules }))).body.srg.id
  }
  const base = await upload('1')
  const diff = await upload('2')
  await sql`update srg_rules set fixtext = repeat('x', 80000) where srg_id in (${base}, ${diff})`.execute(
    world.database.queries,
  )
  const { status, body } = await asUser.get(`/api/srgs/compare?base_id=${base}&diff_id=${diff}`)
  expect(status).toBe(200)
  const shown = [...Object.keys(body.removed), ...Object.keys(body.added)]
  const omitted: string[] = [...body.left_out.removed, ...body.left_out.added]
  expect([shown.length > 0, omitted.length > 0, body.left_out.updated]).toEqual([true, true, []])
  expect([...shown, ...omitted].toSorted()).toEqual(
    ['1', '2'].flatMap((release) =>
      Array.from({ length: 40 }, (_, n) => `${release}-${String(n).padStart(2, '0')}`),
    ),
  )
})
