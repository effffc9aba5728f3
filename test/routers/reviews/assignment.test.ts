import { describe, expect, it } from 'vitest'
import { createCommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

describe('the assignment of a comment', () => {
  it('R-49: stores a triager and a due date, and preserves fields that are not sent', async () => {
    const { rule, viewer, author, reviewer } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const client = await world.rest(author)
    const path = `/reviews/${review.id}/assignment`
    const first = await client.patch(path, { assignee_id: reviewer.id, due_on: '2026-05-01' })
    expect(first.body.review).toMatchObject({
      assignee_id: reviewer.id,
      due_on: '2026-05-01',
      lock_version: 2,
    })
    const second = await client.patch(path, { due_on: null })
    expect(second.body.review).toMatchObject({ assignee_id: reviewer.id, due_on: null, lock_version: 3 })
    const third = await client.patch(path, { assignee_id: reviewer.id })
    expect(third.body.review.lock_version).toBe(3)
  })

  it('R-49: rejects people who cannot triage there, replies and malformed values', async () => {
    const { rule, component, viewer, author, nonMember } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const reply = await world.createReview(rule, viewer, { respondingToReviewId: review.id })
    const client = await world.rest(author)
    const assign = async (id: number, body: Record<string, unknown>) => {
      const answer = await client.patch(`/reviews/${id}/assignment`, body)
      return answer.status === 200 ? 200 : answer.body.reason
    }
    for (const id of [viewer.id, nonMember.id, 2_147_483_647]) {
      expect(await assign(review.id, { assignee_id: id })).toBe('review.assignee_unfit')
    }
    expect(await assign(reply.id, { due_on: '2026-05-01' })).toBe('review.not_top_level')
    expect(await assign(review.id, { due_on: '2026-02-30' })).toBe('validation')
    expect(await assign(review.id, { due_on: '0000-01-01' })).toBe('validation')
    const local = await world.createMember(component, 'author')
    expect(await assign(review.id, { assignee_id: local.id })).toBe(200)
  })

  it.each([
    ['tomorrow', 'must be a date of the form YYYY-MM-DD'],
    ['2026-02-30', 'must be a date of the form YYYY-MM-DD'],
    ['0000-01-01', 'must be a day of the years 1 to 9999'],
  ])('reports one error about %s as a due date', async (due_on, message) => {
    const { rule, viewer, author } = await createCommentScene(world)
    const { id } = await world.createReview(rule, viewer)
    const { status, body } = await (await world.rest(author)).patch(`/reviews/${id}/assignment`, { due_on })
    expect([status, body.errors]).toEqual([422, { due_on: [message] }])
  })

  it('R-49: is counted per triager, for open comments only', async () => {
    const { project, component, rule, viewer, author, reviewer } = await createCommentScene(world)
    const late = { dueOn: '2020-01-01' }
    await world.createReview(rule, viewer, { assigneeId: author.id, ...late })
    await world.createReview(rule, viewer, { assigneeId: author.id, dueOn: '2999-01-01' })
    await world.createReview(component, viewer, { assigneeId: reviewer.id })
    await world.createReview(rule, viewer, {
      assigneeId: author.id,
      triageStatus: 'concur',
      adjudicatedAt: new Date(),
      ...late,
    })
    const expected = [
      { user: { id: author.id, name: author.name }, assigned: 2, overdue: 1 },
      { user: { id: reviewer.id, name: reviewer.name }, assigned: 1, overdue: 0 },
    ].toSorted((a, b) => (a.user.name < b.user.name ? -1 : 1))
    expect((await world.as(author).reviews.projectWorkload({ projectId: project.id })).rows).toEqual(expected)
    expect((await world.as(author).reviews.componentWorkload({ componentId: component.id })).rows).toEqual(
      expected,
    )
    await expect(world.as(viewer).reviews.projectWorkload({ projectId: project.id })).rejects.toThrow(/role/)
  })

  it('is counted by section, by organization and, for open comments, by age', async () => {
    const { project, component, rule, viewer, author } = await createCommentScene(world)
    const day = 86_400_000
    const now = world.services.clock().getTime()
    await world.createReview(rule, viewer, { section: 'fixtext', createdAt: new Date(now - 40 * day) })
    await world.createReview(rule, viewer, { section: 'fixtext' })
    await world.createReview(component, author, { triageStatus: 'concur', adjudicatedAt: new Date(now) })
    const answers = await Promise.all([
      world.as(author).reviews.projectWorkload({ projectId: project.id }),
      world.as(author).reviews.componentWorkload({ componentId: component.id }),
    ])
    for (const { sections, organizations, open_ages: ages } of answers) {
      expect(sections).toMatchObject([
        { section: null, total: 1, by_triage_status: { concur: 1, pending: 0 } },
        { section: 'fixtext', total: 2, by_triage_status: { concur: 0, pending: 2 } },
      ])
      expect(organizations.reduce((sum, { total }) => sum + total, 0)).toBe(3)
      expect(organizations[0]?.organization).toBe(viewer.email.split('@')[1])
      expect(ages).toMatchObject([
        { from_days: 0, to_days: 7, total: 1 },
        { from_days: 31, to_days: 90, total: 1 },
      ])
    }
  })
})
