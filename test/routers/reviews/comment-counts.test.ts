import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { selectStoredCounts } from '../../../routers/reviews/read/counts/stored-counts.ts'
import { compactCommentCountDeltas } from '../../../src/app/background/comment-count-deltas.ts'
import { updateDeletedRuleCounts } from '../../../src/app/background/deleted-rule-counts.ts'
import { createCommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries
const merge = () => compactCommentCountDeltas(world.services, new AbortController().signal)
const countDeletedRules = () => updateDeletedRuleCounts(world.services, new AbortController().signal)
const reason = { audit_comment: 'Why' }

/** The cached counts, sorted. */
async function readCachedCounts(componentId: number) {
  const { rows } = await sql<object>`select on_rule, triage_status, closed, sum(count)::int as count
    from ${selectStoredCounts({ componentId })} t group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3`.execute(
    getQueries(),
  )
  return rows
}

/** Counts the comments without the cached counts. */
async function countOneByOne(componentId: number) {
  const { rows } = await sql<object>`select rule_id is not null as on_rule, triage_status,
      adjudicated_at is not null as closed, count(*)::int as count
    from reviews v where component_id = ${componentId} and action = 'comment' and responding_to_review_id is null
      and not exists (select from rules d where d.id = v.rule_id and d.deleted_at is not null)
    group by 1, 2, 3 order by 1, 2, 3`.execute(getQueries())
  return rows
}

const readLines = (componentId: number) =>
  getQueries()
    .selectFrom('comment_count_deltas')
    .select('compacted')
    .where('component_id', '=', componentId)
    .execute()

describe('the cached comment counts', () => {
  it('equal the counts of the comments after every kind of change', async () => {
    const { component, rule, viewer, author, admin, project } = await createCommentScene(world)
    const other = await world.createRule(component)
    const [triager, administrator] = [await world.rest(author), await world.rest(admin)]
    const [a, b, c, d, e] = await Promise.all(
      [rule, rule, rule, other, other].map((target) => world.createReview(target, viewer)),
    )
    if (!a || !b || !c || !d || !e) throw new Error('five comments')
    const { id } = component
    const snapshots: object[][] = []
    const check = async ({ status, text }: { status: number; text: string }) => {
      expect(status, text).toBe(200)
      expect(await readCachedCounts(id)).toEqual(await countOneByOne(id))
      snapshots.push(await readCachedCounts(id))
    }
    const duplicate = { triage_status: 'duplicate', duplicate_of_review_id: b.id }

    await check(await triager.post(`/components/${id}/reviews`, { review: { comment: 'On the whole' } }))
    const reply = { action: 'comment', comment: 'A reply counts for nothing', responding_to_review_id: a.id }
    await check(await triager.post(`/rules/${rule.id}/reviews`, { review: reply }))
    await check(await triager.patch(`/reviews/${a.id}/triage`, duplicate))
    await check(
      await triager.patch('/reviews/bulk_triage', { review_ids: [b.id, c.id], triage_status: 'concur' }),
    )
    await merge()
    await check(await triager.patch(`/reviews/${b.id}/adjudicate`, {}))
    await check(await triager.patch(`/reviews/${b.id}/reopen`, reason))
    await check(await administrator.patch(`/reviews/${c.id}/move_to_rule`, { rule_id: other.id, ...reason }))
    await check(await administrator.patch(`/reviews/${c.id}/admin_withdraw`, reason))
    await check(await administrator.patch(`/reviews/${c.id}/admin_restore`, reason))
    await merge()
    await check(await administrator.delete(`/rules/${other.id}`))
    await check(await administrator.get(`/projects/${project.id}/comments?triage_status=all`))
    await check(await administrator.delete(`/reviews/${a.id}/admin_destroy`, reason))
    expect(new Set(snapshots.map((lines) => JSON.stringify(lines))).size).toBeGreaterThan(6)

    await merge()
    expect(await readCachedCounts(id)).toEqual(await countOneByOne(id))
    expect(await readLines(id)).not.toContainEqual({ compacted: false })
  })

  it('include a requirement again after it is restored, and are deleted with their component', async () => {
    const { component, rule, viewer, admin } = await createCommentScene(world)
    await world.createReview(rule, viewer)
    await merge()
    const administrator = await world.rest(admin)
    await administrator.delete(`/rules/${rule.id}`)
    expect(await readCachedCounts(component.id)).toEqual([])
    await getQueries().updateTable('rules').set({ deleted_at: null }).where('id', '=', rule.id).execute()
    expect(await readCachedCounts(component.id)).toEqual([
      { on_rule: true, triage_status: 'pending', closed: false, count: 1 },
    ])
    expect((await administrator.delete(`/components/${component.id}`)).status).toBe(200)
    expect(await readCachedCounts(component.id)).toEqual([])
    await merge()
    expect(await readLines(component.id)).toEqual([])
  })

  it('are compacted by several processes during writes, and no change is lost', async () => {
    const { component, rule, viewer, author } = await createCommentScene(world)
    const triager = await world.rest(author)
    const comments = await Promise.all(Array.from({ length: 12 }, () => world.createReview(rule, viewer)))
    const writes = comments.map(({ id }) =>
      triager.patch(`/reviews/${id}/triage`, { triage_status: 'concur' }),
    )
    await Promise.all([...writes, ...Array.from({ length: 6 }, () => merge())])
    await Promise.all([merge(), merge(), merge()])
    expect(await readCachedCounts(component.id)).toEqual([
      { on_rule: true, triage_status: 'concur', closed: false, count: 12 },
    ])
    await merge()
    expect(await readLines(component.id)).not.toContainEqual({ compacted: false })
  })

  it('remain correct when requirements are deleted and restored after counts are cached', async () => {
    const { component, rule, viewer, admin } = await createCommentScene(world)
    const other = await world.createRule(component)
    const administrator = await world.rest(admin)
    const [a, b] = [await world.createReview(rule, viewer), await world.createReview(rule, viewer)]
    await world.createReview(other, viewer)
    const check = async () => {
      for (const work of [async () => {}, merge, countDeletedRules, merge]) {
        await work()
        expect(await readCachedCounts(component.id)).toEqual(await countOneByOne(component.id))
      }
    }
    const changeRule = (id: number, to: object) =>
      getQueries().updateTable('reviews').set(to).where('id', '=', id).execute()
    const readDeletedRuleCounts = async () => {
      const { rows } =
        await sql<object>`select triage_status, sum(count)::int as count from deleted_rule_counts
        where component_id = ${component.id} group by 1 order by 1`.execute(getQueries())
      return rows
    }

    await administrator.delete(`/rules/${rule.id}`)
    await countDeletedRules()
    await check()
    expect(await readDeletedRuleCounts()).toEqual([{ triage_status: 'pending', count: 2 }])
    await changeRule(a.id, { triage_status: 'concur' })
    await check()
    expect(await readDeletedRuleCounts()).toEqual([
      { triage_status: 'concur', count: 1 },
      { triage_status: 'pending', count: 1 },
    ])
    await getQueries().updateTable('rules').set({ deleted_at: null }).where('id', '=', rule.id).execute()
    await check()
    await changeRule(a.id, { adjudicated_at: new Date() })
    await check()
    expect(await readDeletedRuleCounts()).toEqual([])
    expect((await administrator.delete(`/rules/${rule.id}`)).status).toBe(200)
    await check()
    await getQueries().deleteFrom('reviews').where('id', '=', b.id).execute()
    await check()
    await changeRule(a.id, { rule_id: other.id })
    await check()
    expect((await administrator.delete(`/components/${component.id}`)).status).toBe(200)
    await check()
    expect(await readLines(component.id)).toEqual([])
    expect(await readDeletedRuleCounts()).toEqual([])
  })

  it('are correct after several processes cached and compacted them while requirements changed', async () => {
    const { component, rule, viewer, author, admin } = await createCommentScene(world)
    const rules = [rule, await world.createRule(component), await world.createRule(component)]
    const comments = await Promise.all(
      [...rules, ...rules, ...rules].map((target) => world.createReview(target, viewer)),
    )
    const [triager, administrator] = [await world.rest(author), await world.rest(admin)]
    for (let turn = 0; turn < 3; turn += 1) {
      const writes = comments.map(({ id }, index) =>
        index % 3 === turn
          ? triager.patch(`/reviews/${id}/triage`, { triage_status: 'concur' })
          : getQueries().updateTable('reviews').set({ section: 'title' }).where('id', '=', id).execute(),
      )
      const comings = rules.map(({ id }, index) =>
        index % 2 === turn % 2
          ? administrator.delete(`/rules/${id}`)
          : administrator.post(`/rules/${id}/restore`, {}),
      )
      await Promise.all([...writes, ...comings, ...[1, 2, 3].flatMap(() => [merge(), countDeletedRules()])])
      expect(await readCachedCounts(component.id)).toEqual(await countOneByOne(component.id))
    }
    await Promise.all([merge(), countDeletedRules(), merge(), countDeletedRules()])
    expect(await readCachedCounts(component.id)).toEqual(await countOneByOne(component.id))
  })
})
