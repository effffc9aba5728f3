import { describe, expect, it } from 'vitest'
import { createCommentScene, setPhase } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

describe('reactions', () => {
  it('are set, changed and removed, and every response has the current counts (R-5)', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const react = async (user: typeof viewer, kind: 'up' | 'down') =>
      (await world.as(user).reactions.toggle({ reviewId: review.id, kind })).reactions
    expect(await react(viewer, 'up')).toEqual({ up: 1, down: 0, mine: 'up' })
    expect(await react(author, 'up')).toEqual({ up: 2, down: 0, mine: 'up' })
    expect(await react(viewer, 'down')).toEqual({ up: 1, down: 1, mine: 'down' })
    const triaged = await world.as(author).reviews.triage({ reviewId: review.id, triage_status: 'concur' })
    expect(triaged.review.reactions).toEqual({ up: 1, down: 1, mine: 'up' })
    expect(await react(viewer, 'down')).toEqual({ up: 1, down: 0, mine: null })
    expect(await world.as(viewer).reactions.list({ reviewId: review.id })).toEqual({
      up: [{ name: author.name }],
      down: [],
    })
  })

  it('do not change the lock version of the comment', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    await world.as(viewer).reactions.toggle({ reviewId: review.id, kind: 'up' })
    expect((await world.as(viewer).reviews.get({ reviewId: review.id })).review.lock_version).toBe(1)
  })

  it('are accepted on replies and closed comments, but not on withdrawn replies', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const closed = await world.createReview(rule, viewer, {
      triageStatus: 'withdrawn',
      adjudicatedAt: new Date(),
    })
    const reply = await world.createReview(rule, viewer, { respondingToReviewId: closed.id })
    const withdrawn = await world.createReview(rule, viewer, {
      respondingToReviewId: closed.id,
      withdrawnAt: new Date(),
    })
    const client = await world.rest(viewer)
    const statuses = []
    for (const { id } of [closed, reply, withdrawn]) {
      statuses.push((await client.post(`/reviews/${id}/reactions`, { kind: 'up' })).status)
    }
    expect(statuses).toEqual([200, 200, 422])
  })

  it.each([
    ['closed', 'reaction.closed'],
    ['adjudicating', 'reaction.adjudicating'],
    ['finalized', 'reaction.final'],
  ] as const)('are rejected if the phase is %s, while the list remains readable', async (phase, reason) => {
    const { rule, viewer, component } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    await setPhase(world, component, phase)
    const client = await world.rest(viewer)
    const { status, body } = await client.post(`/reviews/${review.id}/reactions`, { kind: 'up' })
    expect([status, body.reason]).toEqual([422, reason])
    expect((await client.get(`/reviews/${review.id}/reactions`)).status).toBe(200)
  })

  it('other kinds are rejected, and workflow actions and non-members get the same answer as for missing reviews', async () => {
    const { rule, viewer, nonMember } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const action = await world.createReview(rule, viewer, { action: 'approve', triageStatus: null })
    const client = await world.rest(viewer)
    expect((await client.post(`/reviews/${review.id}/reactions`, { kind: 'heart' })).status).toBe(422)
    const missing = await client.post('/reviews/2147483647/reactions', { kind: 'up' })
    const workflow = await client.post(`/reviews/${action.id}/reactions`, { kind: 'up' })
    const hidden = await (await world.rest(nonMember)).post(`/reviews/${review.id}/reactions`, { kind: 'up' })
    expect([workflow.text, hidden.text]).toEqual([missing.text, missing.text])
    expect((await client.get(`/reviews/${action.id}/reactions`)).status).toBe(404)
  })
})
