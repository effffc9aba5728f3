import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { countedRulesSql, RULE_COUNTS } from '../../entities/rule-count-delta.ts'
import { selectRuleFigures } from '../../routers/components/read/progress.ts'
import { ruleCounts } from '../../routers/components/read/rule-counts.ts'
import { compactRuleCountDeltas } from '../../src/app/background/rule-count-deltas.ts'
import { createThrottle } from '../../src/background/throttle.ts'
import { createWorkspace, getRuleAt, setRule, type Workspace } from '../support/authoring.ts'
import { createInMemoryLeases } from '../support/in-memory-leases.ts'
import type { Answer } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries
const keep = () => compactRuleCountDeltas(world.services, new AbortController().signal)
/** Compacts the counts as a separate process, without waiting for a lease. */
const keepAtOnce = () => {
  const throttle = createThrottle(createInMemoryLeases(() => performance.now()))
  return compactRuleCountDeltas({ database: world.database, throttle }, new AbortController().signal)
}

/** The counts of a component that its readers see. */
async function readVisibleCounts(id: number) {
  const { rows } = await sql<object>`select ${sql.raw(RULE_COUNTS.join(', '))} from components c
    cross join lateral ${ruleCounts} n where c.id = ${id}`.execute(getQueries())
  return rows
}

/** Counts the requirements without the cached counts. */
async function countOneByOne(id: number) {
  const { rows } = await sql<object>`select ${sql.raw(RULE_COUNTS.join(', '))} from components c
    cross join lateral (${sql.raw(countedRulesSql('c.id'))}) n where c.id = ${id}`.execute(getQueries())
  return rows
}

const readLines = (id: number) =>
  getQueries()
    .selectFrom('rule_count_deltas')
    .select(['base', 'total'])
    .where('component_id', '=', id)
    .execute()

const changeRule = (workspace: Workspace, rule: object) =>
  workspace.as.author.patch(`/rules/${getRuleAt(workspace, 0)}`, { rule })

/** One change of each kind that affects the counts, in an order in which each is allowed. */
const STEPS: [string, (workspace: Workspace) => Promise<Answer>][] = [
  ['a status', (workspace) => changeRule(workspace, { status: 'Applicable - Does Not Meet' })],
  ['a severity', (workspace) => changeRule(workspace, { rule_severity: 'high' })],
  [
    'a new requirement',
    (workspace) => workspace.as.admin.post(`/components/${workspace.component.id}/rules`, { rule: {} }),
  ],
  ['a review request', (workspace) => step(workspace, 'request_review')],
  ['an approval', (workspace) => step(workspace, 'approve', 'reviewer')],
  ['an unlock', (workspace) => step(workspace, 'unlock_control', 'admin')],
  [
    'many statuses',
    (workspace) =>
      workspace.as.author.patch(`/components/${workspace.component.id}/rules/bulk_update`, {
        rule_ids: workspace.rules,
        rule: { status: 'Not Applicable' },
      }),
  ],
  ['a deletion', (workspace) => workspace.as.admin.delete(`/rules/${getRuleAt(workspace, 1)}`)],
  ['a restoration', (workspace) => workspace.as.admin.post(`/rules/${getRuleAt(workspace, 1)}/restore`, {})],
]

const step = (workspace: Workspace, action: string, role: 'author' | 'reviewer' | 'admin' = 'author') =>
  workspace.as[role].post(`/rules/${getRuleAt(workspace, 0)}/reviews`, {
    review: { action, comment: `To ${action}` },
  })

describe('the cached counts of requirements', () => {
  it('equal a full count after every kind of change, also the counts that are not cached', async () => {
    const [cached, unkept] = [await createWorkspace(world), await createWorkspace(world)]
    await keep()
    await getQueries()
      .deleteFrom('rule_count_deltas')
      .where('component_id', '=', unkept.component.id)
      .execute()
    let before = await readVisibleCounts(cached.component.id)
    for (const [label, take] of STEPS) {
      for (const workspace of [cached, unkept]) {
        const { status, text } = await take(workspace)
        expect(status, `${label}: ${text}`).toBeLessThan(300)
      }
      const now = await readVisibleCounts(cached.component.id)
      expect(now, label).not.toEqual(before)
      expect(now, label).toEqual(await countOneByOne(cached.component.id))
      expect(await readVisibleCounts(unkept.component.id), label).toEqual(now)
      before = now
    }
    expect(await readLines(unkept.component.id)).not.toContainEqual(expect.objectContaining({ base: true }))
    await keep()
    for (const { component } of [cached, unkept]) {
      expect(await readVisibleCounts(component.id)).toEqual(await countOneByOne(component.id))
      expect(await readLines(component.id)).toEqual([{ base: true, total: 4 }])
    }
  })

  it('store no delta for an edit that changes no count', async () => {
    const workspace = await createWorkspace(world)
    await keep()
    expect((await changeRule(workspace, { title: 'Another', fixtext: 'Other' })).status).toBe(200)
    expect(await readLines(workspace.component.id)).toEqual([{ base: true, total: 3 }])
  })

  it('are updated when a person is deleted while requirements wait for their requested review', async () => {
    const workspace = await createWorkspace(world)
    await keep()
    await step(workspace, 'request_review')
    expect(await readVisibleCounts(workspace.component.id)).toMatchObject([{ under_review: 1 }])
    const deletion = await workspace.as.systemAdmin.delete(`/users/${workspace.people.author.id}`)
    expect(deletion.status, deletion.text).toBeLessThan(300)
    expect(await readVisibleCounts(workspace.component.id)).toEqual(
      await countOneByOne(workspace.component.id),
    )
  })

  it('are stored for a copy, and deleted with their component', async () => {
    const workspace = await createWorkspace(world)
    await keep()
    const copy = await workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
      component: {
        duplicate: true,
        id: workspace.component.id,
        name: 'Copy',
        prefix: 'COPY-01',
        version: 2,
        release: 1,
      },
    })
    const id: number = copy.body.component.id
    expect(await readVisibleCounts(id)).toEqual(await countOneByOne(id))
    await keep()
    expect(await readLines(id)).toEqual([{ base: true, total: 3 }])
    expect((await workspace.as.admin.delete(`/components/${id}`)).status).toBe(200)
    await keep()
    expect(await readLines(id)).toEqual([])
  })

  it('are initialized and compacted by several processes during writes, and no change is lost', async () => {
    const workspaces = [
      await createWorkspace(world, { rules: 6 }),
      await createWorkspace(world, { rules: 6 }),
    ]
    const ids = workspaces.map(({ component }) => component.id)
    const check = async () => {
      for (const id of ids) expect(await readVisibleCounts(id)).toEqual(await countOneByOne(id))
    }
    for (const status of ['Not Applicable', 'Applicable - Does Not Meet', 'Applicable - Configurable']) {
      await getQueries().deleteFrom('rule_count_deltas').where('component_id', 'in', ids).execute()
      const writes = workspaces.flatMap((workspace) =>
        workspace.rules.map((rule, index) =>
          index % 3 === 0
            ? workspace.as.author.patch(`/rules/${rule}`, { rule: { status } })
            : setRule(world, rule, { deleted_at: index % 3 === 1 ? new Date() : null }),
        ),
      )
      await Promise.all([...writes, ...Array.from({ length: 6 }, keepAtOnce)])
      await check()
      await Promise.all([keepAtOnce(), keepAtOnce()])
      await check()
    }
    await keep()
    for (const id of ids) expect(await readLines(id)).toHaveLength(1)
  })

  it('are read for statistics instead of the requirements', async () => {
    const workspace = await createWorkspace(world)
    await keep()
    const { sql: text, parameters } = selectRuleFigures(getQueries())
      .where('c.id', '=', workspace.component.id)
      .compile()
    const { rows } = await getQueries().executeQuery<{ 'QUERY PLAN': string }>({
      ...selectRuleFigures(getQueries()).compile(),
      sql: `explain (analyze, costs off, timing off) ${text}`,
      parameters,
    })
    const plan = rows.map((row) => row['QUERY PLAN'])
    const ofRules = plan.filter((line) => / on rules /.test(line))
    expect(ofRules.length).toBeGreaterThan(0)
    expect(ofRules.filter((line) => !line.includes('never executed'))).toEqual([])
  })
})
