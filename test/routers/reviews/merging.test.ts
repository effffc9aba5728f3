import { describe, expect, it } from 'vitest'
import {
  createCommentScene,
  readComponentEntries,
  setPhase,
  createThreeComments,
} from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const UNKNOWN = 2_147_483_647

describe('merging comments', () => {
  it('preserves the survivor, names the sources of the others, and does not change their threads', async () => {
    const { ids, admin, component, viewer, reviews, rule, author } = await createThreeComments(world, {
      comment: 'Same thing',
    })
    const onComponent = await world.createReview(component, viewer)
    await world.createReview(rule, author, { respondingToReviewId: ids[1] ?? 0 })
    const client = await world.rest(admin)
    const { status, body } = await client.patch('/reviews/merge', {
      review_ids: [...ids, onComponent.id],
      survivor_id: ids[0],
    })
    expect(status).toBe(200)
    expect(body.survivor).toMatchObject({
      id: reviews[0]?.id,
      triage_status: 'pending',
      comment: '[Merged with comments on ABCD-01-000001, ABCD-01]\n\nSame thing',
    })
    expect(body.duplicates).toHaveLength(3)
    for (const duplicate of body.duplicates) {
      expect(duplicate).toMatchObject({
        triage_status: 'duplicate',
        duplicate_of_review_id: ids[0],
        triage_set_by_id: admin.id,
        adjudicated_by_id: admin.id,
      })
    }
    expect(body.duplicates[0].responses_count).toBe(1)
    expect((await readComponentEntries(world, component.id)).map(({ comment }) => comment)).toContain(
      'Merged with 3 other comments',
    )
  })

  it('redirects the duplicates of a merged comment, so that no chain appears (R-20)', async () => {
    const { ids, admin, rule, viewer, author } = await createThreeComments(world)
    const [survivor, merged] = ids
    const follower = await world.createReview(rule, viewer)
    await world.as(author).reviews.triage({
      reviewId: follower.id,
      triage_status: 'duplicate',
      duplicate_of_review_id: merged ?? 0,
    })
    await world
      .as(admin)
      .reviews.merge({ review_ids: [survivor ?? 0, merged ?? 0], survivor_id: survivor ?? 0 })
    const { review } = await world.as(admin).reviews.get({ reviewId: follower.id })
    expect(review.duplicate_of_review_id).toBe(survivor)
  })

  it('accepts a text of the full length (R-41)', async () => {
    const { ids, admin } = await createThreeComments(world, { comment: 'x'.repeat(4000) })
    const answer = await world.as(admin).reviews.merge({ review_ids: ids, survivor_id: ids[0] ?? 0 })
    expect(answer.survivor.comment.length).toBeGreaterThan(4000)
  })

  it('rejects invalid merges', async () => {
    const { ids, admin, author, rule, viewer, component, project } = await createThreeComments(world)
    const [first = 0, second = 0] = ids
    const sibling = await world.createReview(
      await world.createRule(await world.createComponent(project)),
      viewer,
    )
    const closed = await world.createReview(rule, viewer, {
      triageStatus: 'concur',
      adjudicatedAt: new Date(),
    })
    const reply = await world.createReview(rule, viewer, { respondingToReviewId: first })
    const others = await world.createReview(rule, author)
    const imported = { userId: null, commenterImportedName: 'Same Name' }
    const nameless = [
      await world.createReview(rule, viewer, imported),
      await world.createReview(rule, viewer, imported),
    ]
    const client = await world.rest(admin)
    const merge = async (review_ids: unknown, survivor_id: unknown = first) => {
      const { status, body } = await client.patch('/reviews/merge', { review_ids, survivor_id })
      return [status, body.reason]
    }
    expect(await merge([])).toEqual([422, 'validation'])
    expect(await merge([[first]])).toEqual([422, 'validation'])
    expect(await merge([first, UNKNOWN])).toEqual([404, 'not_found'])
    expect(await merge(ids, null)).toEqual([422, 'validation'])
    expect(await merge([first, second], others.id)).toEqual([422, 'review.survivor_not_selected'])
    expect(await merge([first])).toEqual([422, 'review.nothing_to_merge'])
    expect(await merge([first, sibling.id])).toEqual([422, 'review.several_components'])
    expect(await merge([first, closed.id])).toEqual([422, 'review.already_closed'])
    expect(await merge([first, reply.id])).toEqual([422, 'review.not_top_level'])
    expect(await merge([first, others.id])).toEqual([422, 'review.different_authors'])
    expect(
      await merge(
        nameless.map(({ id }) => id),
        nameless[0]?.id,
      ),
    ).toEqual([422, 'review.different_authors'])
    await setPhase(world, component, 'finalized')
    expect(await merge(ids)).toEqual([422, 'comment.frozen'])
    const asAuthor = await (
      await world.rest(author)
    ).patch('/reviews/merge', { review_ids: ids, survivor_id: first })
    expect(asAuthor.status).toBe(403)
  })

  it('accepts imported comments of one address (R-36)', async () => {
    const { rule, viewer, admin } = await createCommentScene(world)
    const a = await world.createReview(rule, viewer, {
      userId: null,
      commenterImportedEmail: 'Ann@example.org',
    })
    const b = await world.createReview(rule, viewer, {
      userId: null,
      commenterImportedEmail: 'ann@example.org',
    })
    const answer = await world.as(admin).reviews.merge({ review_ids: [a.id, b.id], survivor_id: a.id })
    expect(answer.duplicates[0]).toMatchObject({
      id: b.id,
      commenter_imported: true,
      author_name: '(imported commenter)',
    })
  })
})
