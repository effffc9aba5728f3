import { describe, expect, it } from 'vitest'
import { createCommentScene, readReviewEntries } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const UNKNOWN = 2_147_483_647
const reason = { audit_comment: 'Because.' }

describe('moving a thread', () => {
  it('moves the whole thread, whatever its depth and length, and records it (R-41, R-37)', async () => {
    const { rule, component, viewer, author, admin } = await createCommentScene(world)
    const target = await world.createRule(component)
    const root = await world.createReview(rule, viewer, { comment: 'x'.repeat(4000), triageStatus: 'concur' })
    const reply = await world.createReview(rule, author, { respondingToReviewId: root.id })
    const deep = await world.createReview(rule, viewer, { respondingToReviewId: reply.id })
    const { review } = await world
      .as(admin)
      .reviews.moveToRule({ reviewId: root.id, rule_id: target.id, audit_comment: 'Wrong place' })
    expect(review).toMatchObject({
      rule_id: target.id,
      original_rule_id: rule.id,
      triage_status: 'concur',
      comment: `[Moved from ABCD-01-000001: Wrong place] ${'x'.repeat(4000)}`,
    })
    for (const id of [reply.id, deep.id]) {
      const moved = await world.as(viewer).reviews.get({ reviewId: id })
      expect(moved.review).toMatchObject({
        rule_id: target.id,
        original_rule_id: rule.id,
        comment: 'This needs a look.',
      })
      expect(await readReviewEntries(world, id)).toMatchObject([
        { comment: 'Moved: Wrong place', changes: { rule_id: [rule.id, target.id] } },
      ])
    }
    const outbound = await world.database.queries
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'review_moved_out')
      .where('rule_id', '=', rule.id)
      .execute()
    expect(outbound).toMatchObject([{ changes: { reply_count: 2, destination_rule_id: target.id } }])
  })

  it('rejects invalid destinations (R-37)', async () => {
    const { rule, component, viewer, admin, project } = await createCommentScene(world)
    const hidden = await createCommentScene(world)
    const sibling = await world.createRule(await world.createComponent(project))
    const root = await world.createReview(rule, viewer)
    const reply = await world.createReview(rule, viewer, { respondingToReviewId: root.id })
    const onComponent = await world.createReview(component, viewer)
    const client = await world.rest(admin)
    const move = async (id: number, rule_id: unknown) => {
      const { status, body } = await client.patch(`/reviews/${id}/move_to_rule`, { rule_id, ...reason })
      return [status, body.reason]
    }
    expect(await move(root.id, rule.id)).toEqual([422, 'review.same_requirement'])
    expect(await move(root.id, undefined)).toEqual([422, 'validation'])
    expect(await move(root.id, UNKNOWN)).toEqual([404, 'not_found'])
    for (const unknown of [hidden.rule.id, 0, -1, 2_147_483_648]) {
      expect(await move(root.id, unknown)).toEqual([404, 'not_found'])
    }
    expect(await move(root.id, sibling.id)).toEqual([422, 'review.other_component'])
    expect(await move(reply.id, sibling.id)).toEqual([422, 'review.not_top_level'])
    expect(await move(onComponent.id, rule.id)).toEqual([422, 'review.not_movable'])
  })
})

describe('deleting a thread permanently', () => {
  it('deletes the thread, stores a snapshot, and makes its duplicates undecided (R-38)', async () => {
    const { rule, component, viewer, author, admin } = await createCommentScene(world)
    const root = await world.createReview(rule, viewer)
    const reply = await world.createReview(rule, author, { respondingToReviewId: root.id })
    const deep = await world.createReview(rule, viewer, { respondingToReviewId: reply.id })
    const duplicate = await world.createReview(rule, viewer)
    await world
      .as(author)
      .reviews.triage({ reviewId: duplicate.id, triage_status: 'duplicate', duplicate_of_review_id: root.id })
    const answer = await (await world.rest(admin)).delete(`/reviews/${root.id}/admin_destroy`, reason)
    expect(answer.body).toEqual({ review: null, destroyed_id: root.id })
    for (const { id } of [root, reply, deep]) {
      await expect(world.as(viewer).reviews.get({ reviewId: id })).rejects.toThrow(/no such record/)
    }
    const freed = await world.as(viewer).reviews.get({ reviewId: duplicate.id })
    expect(freed.review).toMatchObject({
      triage_status: 'pending',
      duplicate_of_review_id: null,
      adjudicated_at: null,
    })
    const snapshot = await world.database.queries
      .selectFrom('audit_entries')
      .select('changes')
      .where('action', '=', 'admin_destroy_review')
      .where('component_id', '=', component.id)
      .executeTakeFirstOrThrow()
    expect(snapshot.changes).toMatchObject({
      reply_count: 2,
      destroyed_review_snapshots: [
        { id: root.id, comment: root.comment, commentable_type: 'BaseRule' },
        { id: reply.id },
        { id: deep.id },
      ],
    })
    expect((await readReviewEntries(world, deep.id)).at(-1)).toMatchObject({ action: 'destroy' })
    const events = await world.database.queries
      .selectFrom('domain_events')
      .select(['kind', 'data'])
      .where('component_id', '=', component.id)
      .orderBy('id')
      .execute()
    expect(events.slice(-2)).toMatchObject([
      { kind: 'comment.destroyed', data: { review_id: root.id } },
      { kind: 'comment.restored', data: { review_id: duplicate.id } },
    ])
  })
})
