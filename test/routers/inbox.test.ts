import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { createCommentScene } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

const readInbox = (user: User) => world.as(user).inbox.mine()

describe('the inbox', () => {
  it('lists open comments that are assigned to the caller, by due date', async () => {
    const { rule, viewer, author, component, project } = await createCommentScene(world)
    const createComment = (values: Parameters<typeof world.createReview>[2]) =>
      world.createReview(rule, viewer, { assigneeId: author.id, ...values })
    const undated = await createComment({ comment: 'x'.repeat(400) })
    const due = await createComment({ comment: 'Due.', dueOn: '2026-12-01' })
    const question = await createComment({ triageStatus: 'needs_clarification', dueOn: '2026-12-24' })
    await createComment({ triageStatus: 'concur' })
    await createComment({ triageStatus: 'concur', adjudicatedAt: new Date() })
    await createComment({ assigneeId: viewer.id })
    const { assigned } = await readInbox(author)
    expect(assigned.rows.map(({ id }) => id)).toEqual([due.id, question.id, undated.id])
    expect(assigned.total).toBe(3)
    expect(assigned.rows[0]).toMatchObject({
      excerpt: 'Due.',
      due_on: '2026-12-01',
      component_id: component.id,
      component_name: component.name,
      project_id: project.id,
    })
    expect(assigned.rows[2]?.excerpt).toBe('x'.repeat(300))
  })

  it('returns the first 100 assigned comments and the number of all', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    await Promise.all(
      Array.from({ length: 102 }, () => world.createReview(rule, viewer, { assigneeId: author.id })),
    )
    const { assigned } = await readInbox(author)
    expect([assigned.rows.length, assigned.total]).toEqual([100, 102])
  })

  it('leaves out comments on deleted requirements, and those of a caller who is not an author any more', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    await world.createReview(rule, viewer, { assigneeId: author.id })
    await world.createReview(rule, author, { assigneeId: viewer.id })
    expect((await readInbox(viewer)).assigned).toEqual({ rows: [], total: 0 })
    await world.database.queries
      .updateTable('rules')
      .set({ deleted_at: new Date() })
      .where('id', '=', rule.id)
      .execute()
    expect((await readInbox(author)).assigned).toEqual({ rows: [], total: 0 })
  })

  it('lists requested reviews that the caller can give, with those that name them first', async () => {
    const scene = await createCommentScene(world)
    const { component, rule, author, reviewer, admin, viewer, nonMember, systemAdmin } = scene
    const otherRule = await world.createRule(component)
    const request = (ruleId: number, reviewer_ids: number[] = []) =>
      world.as(author).reviews.createOnRule({
        ruleId,
        review: { action: 'request_review', comment: 'Please look.', reviewer_ids },
      })
    await request(otherRule.id, [reviewer.id])
    await request(rule.id)
    const { reviews } = await readInbox(reviewer)
    expect(reviews.rows.map(({ rule_id, names_me }) => [rule_id, names_me])).toEqual([
      [otherRule.id, true],
      [rule.id, false],
    ])
    expect(reviews.rows[0]).toMatchObject({ requestor_name: author.name, component_name: component.name })
    expect((await readInbox(admin)).reviews.total).toBe(2)
    for (const other of [author, viewer, nonMember, systemAdmin]) {
      expect((await readInbox(other)).reviews).toEqual({ rows: [], total: 0 })
    }
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', component.id)
      .execute()
    expect((await readInbox(reviewer)).reviews.rows).toEqual([])
  })

  it('shows a member of one component only the work of that component', async () => {
    const scene = await createCommentScene(world)
    const other = await world.createComponent(scene.project)
    const rule = await world.createRule(other)
    const guest = await world.createMember(scene.component, 'author')
    const assigned = await world.createReview(scene.rule, scene.viewer, { assigneeId: guest.id })
    await world.createReview(rule, scene.viewer, { assigneeId: guest.id })
    expect((await readInbox(guest)).assigned.rows.map(({ id }) => id)).toEqual([assigned.id])
  })
})
