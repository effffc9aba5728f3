import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createWorkspace, getRuleAt, setComponent, setRule } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries

describe('the revision history', () => {
  test('alternates milestones and differences in numeric order (C-8, E-25, C-42)', async () => {
    const workspace = await createWorkspace(world, { component: { name: 'Web', version: 1, release: 9 } })
    const createVersion = (version: number, release: number) =>
      workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
        component: {
          name: 'Web',
          prefix: 'ABCD-01',
          title: 'Web',
          version,
          release,
          security_requirements_guide_id: workspace.component.securityRequirementsGuideId,
        },
      })
    const second = (await createVersion(1, 10)).body.component.id
    await createVersion(2, 1)
    await getQueries()
      .updateTable('rules')
      .set({ title: 'Changed' })
      .where('component_id', '=', second)
      .where('rule_id', '=', '000002')
      .execute()
    await getQueries()
      .updateTable('rules')
      .set({ deleted_at: new Date() })
      .where('component_id', '=', second)
      .where('rule_id', '=', '000003')
      .execute()
    const path = `/components/history?project_id=${workspace.project.id}&name=Web`
    const { body } = await workspace.as.viewer.get(path)
    expect(body).toHaveLength(5)
    expect(body.map((entry: Record<string, unknown>) => Object.keys(entry).join())).toEqual([
      'component',
      'base_component,diff_component,changes',
      'component',
      'base_component,diff_component,changes',
      'component',
    ])
    expect(body[0].component).toMatchObject({ version: 1, release: 9, based_on_version: 'V1R1' })
    expect(Object.entries(body[1].changes)).toMatchObject([
      ['000002', { change: 'updated', base: { title: 'Catalog requirement 2' }, diff: { title: 'Changed' } }],
      ['000003', { change: 'removed' }],
    ])
    expect(body[1].changes['000003']).not.toHaveProperty('diff')
    expect(body[3].changes['000003'].change).toBe('added')
    expect(
      (await workspace.as.viewer.get(`/components/history?project_id=${workspace.project.id}&name=No`)).body,
    ).toEqual([])
    expect((await workspace.as.viewer.get('/components/history?name=Web')).status).toBe(400)
    expect(
      (await workspace.as.viewer.get(`/components/history?project_id=${workspace.project.id}`)).status,
    ).toBe(400)
    expect((await workspace.as.viewer.get('/components/history?project_id=x&name=Web')).status).toBe(422)
    expect((await workspace.as.nonMember.get(path)).status).toBe(404)
  })

  test('compares all checks of a requirement, and those of its parent for a child (C-42)', async () => {
    const workspace = await createWorkspace(world, { component: { name: 'Web', version: 1, release: 1 } })
    const parent = getRuleAt(workspace, 0)
    const child = getRuleAt(workspace, 1)
    for (const rule of [parent, child]) await setRule(world, rule, { status: 'Applicable - Configurable' })
    const link = { rule_id: child, satisfied_by_rule_id: parent }
    expect((await workspace.as.author.post('/rule_satisfactions', link)).status).toBe(200)
    // Linking sets the child to a status in which it inherits nothing.
    await setRule(world, child, { status: 'Applicable - Configurable' })
    const copy = await workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
      component: { duplicate: true, id: workspace.component.id, name: 'Web', version: 1, release: 2 },
    })
    expect(copy.status, copy.text).toBe(200)
    const copied = await getQueries()
      .selectFrom('rules')
      .select('id')
      .where('component_id', '=', copy.body.component.id)
      .where('rule_id', '=', '000001')
      .executeTakeFirstOrThrow()
    const path = `/components/history?project_id=${workspace.project.id}&name=Web`
    const readChanges = async () => (await workspace.as.viewer.get(path)).body[1].changes
    expect(await readChanges()).toEqual({})
    const further = { system: 'B', content: 'Look at the log.' }
    const added = await workspace.as.admin.patch(`/rules/${copied.id}`, {
      rule: { checks_attributes: [further] },
    })
    expect(added.status, added.text).toBe(200)
    const changes = await readChanges()
    expect(Object.keys(changes)).toEqual(['000001', '000002'])
    for (const { change, base, diff } of Object.values<Body>(changes)) {
      expect(change).toBe('updated')
      expect(diff.check).toBe(`${base.check}\n\n[Check system: B]\nLook at the log.`)
    }
  })
})

test('C-43: a history has the newest 50 entries on every page', async () => {
  const workspace = await createWorkspace(world, { rules: 60 })
  const path = `/components/${workspace.component.id}/histories`
  const { body } = await workspace.as.viewer.get(path)
  expect(body).toHaveLength(50)
  expect((await workspace.as.viewer.get(`${path}?page=1&per_page=100`)).body).toEqual(body)
  expect((await workspace.as.viewer.get(`${path}?page=2&per_page=40`)).body).toEqual(body.slice(40))
  expect((await workspace.as.viewer.get(`${path}?page=2&per_page=50`)).body).toEqual([])
})

describe('a component lookup', () => {
  test('finds text in content, case-insensitively and literally', async () => {
    const workspace = await createWorkspace(world)
    await setRule(world, workspace.rules[1], { vendor_comments: 'Use 100%_Sure' })
    const find = (text: unknown) =>
      workspace.as.viewer.post(`/components/${workspace.component.id}/find`, { find: text })
    expect((await find('100%_sure')).body).toMatchObject([{ rule_id: '000002' }])
    expect((await find('LOOK WHETHER')).body).toHaveLength(3)
    expect((await find('1_0')).body).toEqual([])
    expect((await find('1\nConfigure')).body).toEqual([])
    expect((await find(' ')).status).toBe(422)
    expect((await find(undefined)).status).toBe(400)
  })

  test('C-43: names related components that the reader may see', async () => {
    const srg = Number((await world.createSrg()).id)
    const [first, two] = [await createWorkspace(world, { srg }), await createWorkspace(world, { srg })]
    const path = `/components/${first.component.id}/related`
    expect((await first.as.viewer.get(path)).body).toEqual([])
    await setComponent(world, two, { released: true })
    expect((await first.as.viewer.get(path)).body).toMatchObject([
      { id: two.component.id, prefix: 'ABCD-01' },
    ])
  })

  test('finds a component by the displayed name of a requirement', async () => {
    const workspace = await createWorkspace(world)
    const path = `/components/${workspace.component.id}`
    expect((await workspace.as.viewer.get(`${path}/ABCD-01-000002`)).body.id).toBe(workspace.component.id)
    expect((await workspace.as.viewer.get(`${path}/ABCD-01-000009`)).status).toBe(404)
  })

  test('C-43, C-51: compares InSpec files of STIG components only', async () => {
    const [first, two] = [await createWorkspace(world), await createWorkspace(world)]
    const srg = await createWorkspace(world, { type: 'srg' })
    const compare = (base: number, diff: number) =>
      first.as.systemAdmin.get(`/api/components/compare?base_id=${base}&diff_id=${diff}`)
    await first.as.author.patch(`/rules/${first.rules[0]}`, { rule: { title: 'Other' } })
    const { body } = await compare(first.component.id, two.component.id)
    expect(body.meta.rules_count).toBe(3)
    expect(body.data['000001']).toMatchObject({ diff: null, changed: true })
    expect(body.data['000001'].base).toContain("title 'Other'")
    const rejected = await compare(first.component.id, srg.component.id)
    expect([rejected.status, typeof rejected.body.error]).toEqual([422, 'string'])
    const hidden = `/api/components/compare?base_id=${first.component.id}&diff_id=${two.component.id}`
    expect((await first.as.viewer.get(hidden)).status).toBe(404)
  })

  test('C-42: compares any two readable components by number', async () => {
    const [first, two] = [await createWorkspace(world), await createWorkspace(world)]
    const [base, diff] = [first.component.id, two.component.id]
    await first.as.author.patch(`/rules/${first.rules[0]}`, { rule: { title: 'Other' } })
    await first.as.admin.delete(`/rules/${first.rules[2]}`)
    const path = `/api/components/changes?base_id=${base}&diff_id=${diff}`
    const { body, status } = await first.as.systemAdmin.get(path)
    expect(status).toBe(200)
    expect([body.base_component.id, body.diff_component.id]).toEqual([base, diff])
    expect(Object.keys(body.changes)).toEqual(['000001', '000003'])
    expect(body.changes['000001']).toMatchObject({ change: 'updated', base: { title: 'Other' } })
    expect(body.changes['000003']).toMatchObject({ change: 'added' })
    const same = `/api/components/changes?base_id=${base}&diff_id=${base}`
    expect((await first.as.viewer.get(same)).body.changes).toEqual({})
    expect((await first.as.viewer.get(path)).status).toBe(404)
    expect((await first.as.anonymous.get(path)).status).toBe(401)
  })

  test.each([
    ['the first of which fill a portion', [900_000, 900_000, 900_000]],
    ['the first of which is larger than a portion', [2_500_000, 70, 70]],
    ['the last of which is larger than a portion', [70, 70, 2_500_000]],
  ])('compares all InSpec files, %s', async (_, lengths) => {
    const [first, two] = [await createWorkspace(world), await createWorkspace(world)]
    for (const [index, length] of lengths.entries()) {
      await sql`update rules set inspec_control_file = repeat(rule_id || ' ', ${length}::integer / 7)
        where id = ${first.rules[index]}`.execute(getQueries())
    }
    const { body } = await first.as.systemAdmin.get(
      `/api/components/compare?base_id=${first.component.id}&diff_id=${two.component.id}`,
    )
    const files: [string, { base: string }][] = Object.entries(body.data)
    const numbers = ['000001', '000002', '000003']
    expect(files.map(([number]) => number)).toEqual(numbers)
    expect(files.map(([, { base }]) => [base.slice(0, 6), base.length])).toEqual(
      numbers.map((number, index) => [number, Math.floor((lengths[index] ?? 0) / 7) * 7]),
    )
  })

  test.each([
    ['the first of which fill a portion', [900_000, 900_000, 900_000]],
    ['the first of which is larger than a portion', [2_500_000, 70, 70]],
  ])('a guide has all of its rules in order, %s', async (_, lengths) => {
    const { component, as } = await createWorkspace(world)
    const id = component.securityRequirementsGuideId
    const readTexts = async () => {
      const rules: { version: string; fixtext: string }[] = (await as.author.get(`/srgs/${id}`)).body
        .srg_rules
      return rules.map(({ version, fixtext }) => ({ version, fixtext }))
    }
    const before = await readTexts()
    for (const [index, length] of lengths.entries()) {
      await sql`update srg_rules set fixtext = repeat('x', ${length}::integer)
        where srg_id = ${id} and version = ${before[index]?.version}`.execute(getQueries())
    }
    const longer = before.map(({ version, fixtext }, index) => ({
      version,
      fixtext: index < lengths.length ? 'x'.repeat(lengths[index] ?? 0) : fixtext,
    }))
    expect(await readTexts()).toEqual(longer)
  })

  test('C-12: lists the newest released component of each prefix', async () => {
    const workspace = await createWorkspace(world, {
      component: { prefix: 'LATE-01', version: 2, release: 1 },
    })
    await setComponent(world, workspace, { released: true })
    const input = { prefix: 'LATE-01', version: 1, release: 9 }
    const older = await createWorkspace(world, { component: input })
    await setComponent(world, older, { released: true })
    await createWorkspace(world, { component: { ...input, version: 3 } })
    const { body } = await workspace.as.nonMember.get('/api/components/latest?q=LATE-01')
    expect(body.rows).toMatchObject([{ id: workspace.component.id, prefix: 'LATE-01' }])
  })
})
