import { describe, expect, it } from 'vitest'
import { createFigureSource } from '../../../routers/reviews/read/counts/by-component.ts'
import { readSeries } from '../../../routers/reviews/read/counts/series.ts'
import { readWorkload } from '../../../routers/reviews/read/counts/workload.ts'
import { compactCommentCountDeltas } from '../../../src/app/background/comment-count-deltas.ts'
import { updateDeletedRuleCounts } from '../../../src/app/background/deleted-rule-counts.ts'
import { createFigureCache, type FigureCache } from '../../../src/procedures/lists/figure-cache.ts'
import { createCommentScene, type CommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const reason = { audit_comment: 'Why' }

/** Workload and daily counts of the project and of its component on one day. */
async function readFigures(
  { project, component }: CommentScene,
  answers: FigureCache,
  today: string,
): Promise<unknown[]> {
  const db = world.database.queries
  const targets = [{ projectId: project.id }, { componentId: component.id }]
  return Promise.all(
    targets.flatMap((target) => [
      readWorkload(createFigureSource(db, answers, target), today),
      readSeries(createFigureSource(db, answers, target), { to: today }, world.services.clock()),
    ]),
  )
}

describe('the cached workload and daily counts', () => {
  it('equal a full count after every kind of change of a comment', async () => {
    const scene = await createCommentScene(world)
    const { project, component, rule, viewer, author, admin } = scene
    const otherRule = await world.createRule(await world.createComponent(project))
    const other = await world.createRule(component)
    const [commenter, triager, administrator] = [
      await world.rest(viewer),
      await world.rest(author),
      await world.rest(admin),
    ]
    const today = world.services.clock().toISOString().slice(0, 10)
    const assigned = { assigneeId: author.id, dueOn: '2020-01-01' }
    const [a, b, c] = [
      await world.createReview(rule, viewer, assigned),
      await world.createReview(rule, viewer, assigned),
      await world.createReview(other, viewer, assigned),
    ]
    await world.createReview(otherRule, viewer, assigned)
    const readCachedFigures = () => readFigures(scene, world.services.figureCache, today)
    const snapshots = [await readCachedFigures()]
    const expectChanged = async (answer: Promise<{ status: number; text: string }>) => {
      const { status, text } = await answer
      expect(status, text).toBe(200)
      const figures = await readCachedFigures()
      expect(figures).toEqual(await readFigures(scene, createFigureCache(), today))
      expect(figures).not.toEqual(snapshots.at(-1))
      await compactCommentCountDeltas(world.services, new AbortController().signal)
      await updateDeletedRuleCounts(world.services, new AbortController().signal)
      expect(await readCachedFigures()).toEqual(figures)
      snapshots.push(figures)
    }

    await expectChanged(
      commenter.post(`/components/${component.id}/reviews`, { review: { comment: 'On it all' } }),
    )
    await expectChanged(triager.patch(`/reviews/${a.id}/assignment`, { assignee_id: admin.id }))
    await expectChanged(triager.patch(`/reviews/${a.id}/assignment`, { due_on: '2999-01-01' }))
    await expectChanged(triager.patch(`/reviews/${b.id}/triage`, { triage_status: 'concur' }))
    await expectChanged(triager.patch(`/reviews/${b.id}/adjudicate`, {}))
    await expectChanged(triager.patch(`/reviews/${b.id}/reopen`, reason))
    await expectChanged(
      triager.patch('/reviews/bulk_triage', { review_ids: [a.id, b.id], triage_status: 'informational' }),
    )
    await expectChanged(administrator.delete(`/rules/${other.id}`))
    await expectChanged(administrator.post(`/rules/${other.id}/restore`, {}))
    await expectChanged(administrator.delete(`/reviews/${c.id}/admin_destroy`, reason))
    await expectChanged(administrator.delete(`/components/${component.id}`))
  })

  it('show what is overdue on the current day, and people by their current names', async () => {
    const scene = await createCommentScene(world)
    const { project, rule, viewer, author } = scene
    await world.createReview(rule, viewer, { assigneeId: author.id, dueOn: '2026-05-01' })
    const workload = (today: string) =>
      readWorkload(
        createFigureSource(world.database.queries, world.services.figureCache, { projectId: project.id }),
        today,
      )
    const toWorkload = (name: string, overdue: number) => [
      { user: { id: author.id, name }, assigned: 1, overdue },
    ]
    expect(await workload('2026-05-01')).toEqual(toWorkload(author.name, 0))
    expect(await workload('2026-05-02')).toEqual(toWorkload(author.name, 1))
    await world.database.queries
      .updateTable('users')
      .set({ name: 'Somebody Else' })
      .where('id', '=', author.id)
      .execute()
    expect(await workload('2026-05-01')).toEqual(toWorkload('Somebody Else', 0))
  })

  it('are read again only for a component where something changed', async () => {
    const { project, component, rule, viewer, author } = await createCommentScene(world)
    const quiet = await world.createComponent(project)
    const createComment = async (target = rule) =>
      world.createReview(target, viewer, { assigneeId: author.id })
    await createComment()
    await createComment(await world.createRule(quiet))
    const answers = createFigureCache()
    const cachedKeys: string[] = []
    const watched: FigureCache = {
      get: (question, revision) => answers.get(question, revision),
      set: (question, figures) => {
        cachedKeys.push(question)
        answers.set(question, figures)
      },
    }
    const listLookups = async () => {
      const source = createFigureSource(world.database.queries, watched, { projectId: project.id })
      await readWorkload(source, '2026-05-01')
      return cachedKeys
        .splice(0)
        .filter((question) => question.includes(' in '))
        .toSorted()
    }
    const toCacheKey = ({ id }: { id: number }) => `workload 2026-05-01 in ${id}`
    expect(await listLookups()).toEqual([toCacheKey(component), toCacheKey(quiet)].toSorted())
    expect(await listLookups()).toEqual([])
    await createComment()
    expect(await listLookups()).toEqual([toCacheKey(component)])
  })
})
