import { describe, expect, it } from 'vitest'
import type { CountScope } from '../../../routers/reviews/read/counts/status-counts.ts'
import { readPageWithCounts } from '../../../routers/reviews/read/lists/comment-page.ts'
import type { Page } from '../../../routers/reviews/read/lists/comment-rows.ts'
import {
  ComponentCommentFilter,
  ProjectCommentFilter,
  type CommentFilter,
} from '../../../routers/reviews/read/lists/filter.schema.ts'
import { compactCommentCountDeltas } from '../../../src/app/background/comment-count-deltas.ts'
import { createTotalCache, type TotalCache } from '../../../src/procedures/lists/total-cache.ts'
import { createCommentScene, type CommentScene } from '../../support/comments.ts'
import { recordStatements } from '../../support/statements.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld()
const reason = { audit_comment: 'Why' }

/** Filters whose totals the cached counts do not cover. */
const FILTERS = [
  { q: 'banner' },
  { section: 'fixtext' },
  { assignee_id: 'none' },
  { overdue: true },
  { commenter_replied: true },
].map((filter) => ({ triage_status: 'all', ...filter }))

/** The total of every filter in the project, and of one filter in each smaller scope. */
async function readTotals(
  { project, component, rule, viewer }: CommentScene,
  totals: TotalCache,
): Promise<number[]> {
  const asking = { viewerId: viewer.id, today: '2026-05-01' }
  const banner = { triage_status: 'all', q: 'banner' }
  const onRule = ComponentCommentFilter.parse({ ...banner, commentable_type: 'rule', rule_id: rule.id })
  const scopedFilters: [CountScope, CommentFilter & Page][] = [
    ...FILTERS.map((filter): [CountScope, CommentFilter & Page] => [
      { projectId: project.id },
      ProjectCommentFilter.parse(filter),
    ]),
    [{ projectId: project.id, componentId: component.id }, ProjectCommentFilter.parse(banner)],
    [{ componentId: component.id }, ComponentCommentFilter.parse(banner)],
    [{ componentId: component.id, commentableType: 'rule' }, onRule],
  ]
  const pages = scopedFilters.map(([scope, filter]) =>
    readPageWithCounts(world.database.queries, totals, scope, filter, asking),
  )
  return (await Promise.all(pages)).map(({ pagination }) => pagination.total)
}

describe('the cached totals of filtered lists', () => {
  it('equal a full count after every kind of change of a comment', async () => {
    const scene = await createCommentScene(world)
    const { component, rule, viewer, author, admin } = scene
    const other = await world.createRule(component)
    const commenter = await world.rest(viewer)
    const triager = await world.rest(author)
    const administrator = await world.rest(admin)
    const createComment = (comment: string, target = rule) =>
      world.createReview(target, viewer, { comment, section: 'fixtext', dueOn: '2026-04-01' })
    const [a, b, c, d] = [
      await createComment('a banner'),
      await createComment('a banner'),
      await createComment('x'),
      await createComment('a banner', other),
    ]
    const snapshots = [await readTotals(scene, world.services.totalCache)]
    const expectChanged = async (answer: Promise<{ status: number; text: string }>) => {
      const { status, text } = await answer
      expect(status, text).toBe(200)
      const remembered = await readTotals(scene, world.services.totalCache)
      expect(remembered).toEqual(await readTotals(scene, createTotalCache()))
      expect(remembered).not.toEqual(snapshots.at(-1))
      await compactCommentCountDeltas(world.services, new AbortController().signal)
      expect(await readTotals(scene, world.services.totalCache)).toEqual(remembered)
      snapshots.push(remembered)
    }

    await expectChanged(commenter.put(`/reviews/${c.id}`, { review: { comment: 'a banner, too' } }))
    await expectChanged(triager.patch(`/reviews/${a.id}/section`, { section: null, ...reason }))
    await expectChanged(
      triager.patch(`/reviews/${a.id}/assignment`, { assignee_id: author.id, due_on: null }),
    )
    await expectChanged(triager.patch(`/reviews/${b.id}/assignment`, { due_on: '2026-06-01' }))
    await expectChanged(
      commenter.post(`/components/${component.id}/reviews`, { review: { comment: 'a banner' } }),
    )
    await expectChanged(administrator.patch(`/reviews/${d.id}/move_to_rule`, { rule_id: rule.id, ...reason }))
    await expectChanged(triager.patch(`/reviews/${d.id}/triage`, { triage_status: 'informational' }))
    const clarify = { triage_status: 'needs_clarification', response_comment: 'Which one?' }
    const scopedFilters = await triager.patch(`/reviews/${c.id}/triage`, clarify)
    expect(scopedFilters.status).toBe(200)
    const answer = { action: 'comment', comment: 'This one', responding_to_review_id: c.id }
    await expectChanged(commenter.post(`/rules/${rule.id}/reviews`, { review: answer }))
    await expectChanged(administrator.delete(`/reviews/${b.id}/admin_destroy`, reason))
    await expectChanged(administrator.delete(`/rules/${rule.id}`))
    await expectChanged(administrator.post(`/rules/${rule.id}/restore`, {}))
    await expectChanged(administrator.delete(`/components/${component.id}`))
  })

  it('are not counted again while nothing changes', async () => {
    const { project, rule, viewer } = await createCommentScene(world)
    for (let n = 0; n < 4; n += 1) await world.createReview(rule, viewer, { comment: `The banner ${n}` })
    const ask = (query: Record<string, unknown>) =>
      recordStatements(() => world.as(viewer).reviews.ofProject({ projectId: project.id, ...query }))
    for (const filter of [
      { section: 'none' },
      { q: 'banner', per_page: 3 },
      { q: 'The', page: 3, per_page: 3 },
    ]) {
      const first = await ask(filter)
      const again = await ask(filter)
      expect(again.result).toEqual(first.result)
      expect(again.result.pagination.total).toBe(4)
      expect(again.statements.length).toBeLessThan(first.statements.length)
    }
  })
})
