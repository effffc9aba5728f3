import { describe, expect, it } from 'vitest'
import { createCommentScene, setPhase } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const accept = { rule: { title: 'As asked' }, triage_status: 'concur' as const, response_comment: 'Done.' }

describe('accept and edit', () => {
  it('R-54: changes the requirement and records the decision in one request', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const client = await world.rest(author)
    const { status, body, headers } = await client.post(`/reviews/${review.id}/accept_and_edit`, accept)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      review: { triage_status: 'concur', lock_version: 2, responses_count: 1 },
      response_review: { comment: 'Done.' },
      rule: {
        id: rule.id,
        title: 'As asked',
        lock_version: 2,
        comment_summary: { open: 2, total: 2 },
        reviews: [{ id: review.id, responses_count: 1 }, { comment: 'Done.' }],
      },
    })
    expect(headers.get('etag')).toBe('"2"')
  })

  it('R-54: does neither if one of the two is rejected', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    await world.database.queries
      .updateTable('rules')
      .set({ locked: true })
      .where('id', '=', rule.id)
      .execute()
    const client = await world.rest(author)
    const locked = await client.post(`/reviews/${review.id}/accept_and_edit`, accept)
    expect([locked.status, locked.body.reason]).toEqual([422, 'rule.locked'])
    expect((await client.get(`/reviews/${review.id}`)).body.review).toMatchObject({
      triage_status: 'pending',
      responses_count: 0,
    })
    const closed = await world.createReview(rule, viewer, {
      triageStatus: 'informational',
      adjudicatedAt: new Date(),
    })
    expect((await client.post(`/reviews/${closed.id}/accept_and_edit`, accept)).body.reason).toBe(
      'review.already_closed',
    )
  })

  it('R-54: rejects other statuses, comments on components, released components and readers', async () => {
    const { rule, component, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const onComponent = await world.createReview(component, viewer)
    const client = await world.rest(author)
    const send = (id: number, body: Record<string, unknown> = accept) =>
      client.post(`/reviews/${id}/accept_and_edit`, body)
    expect((await send(review.id, { ...accept, triage_status: 'non_concur' })).status).toBe(422)
    expect((await send(review.id, { triage_status: 'concur' })).status).toBe(400)
    expect((await send(onComponent.id)).body.reason).toBe('review.no_requirement')
    expect(
      (await (await world.rest(viewer)).post(`/reviews/${review.id}/accept_and_edit`, accept)).status,
    ).toBe(403)
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', component.id)
      .execute()
    expect((await send(review.id)).status).toBe(403)
    await setPhase(world, component, 'finalized')
    expect((await send(review.id, { ...accept, triage_status: 'nonsense' })).status).toBe(403)
  })
})
