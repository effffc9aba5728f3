import { describe, expect, it } from 'vitest'
import type { Rule } from '../../../entities/rule.ts'
import { createCommentScene, setPhase } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const UNKNOWN = 2_147_483_647

describe('triage of a comment', () => {
  it('R-11: returns the review with real names and counts, and stores no response without text (R-5)', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const client = await world.rest(author)
    const { status, body, headers } = await client.patch(`/reviews/${review.id}/triage`, {
      triage_status: 'concur',
    })
    expect(status).toBe(200)
    expect(headers.get('etag')).toBe('"2"')
    expect(body).toMatchObject({
      review: {
        id: review.id,
        triage_status: 'concur',
        triage_set_by_id: author.id,
        triager_display_name: author.name,
        triager_imported: false,
        adjudicated_at: null,
        rule_displayed_name: 'ABCD-01-000001',
        commenter_email: viewer.email,
        lock_version: 2,
      },
      response_review: null,
    })
  })

  it('R-22: closes the comment at once with a terminal status', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const answer = await world
      .as(author)
      .reviews.triage({ reviewId: review.id, triage_status: 'informational' })
    expect(answer.review).toMatchObject({
      adjudicated_by_id: author.id,
      adjudicator_display_name: author.name,
    })
    expect(answer.review.adjudicated_at).toBe(answer.review.triage_set_at)
  })

  it('stores the response as a reply of the triager, also on components (R-31)', async () => {
    const { rule, component, viewer, author } = await createCommentScene(world)
    for (const target of [rule, component]) {
      const review = await world.createReview(target, viewer, target === rule ? { section: 'fixtext' } : {})
      const answer = await world
        .as(author)
        .reviews.triage({ reviewId: review.id, triage_status: 'non_concur', response_comment: 'No.' })
      expect(answer.review.responses_count).toBe(1)
      expect(answer.response_review).toMatchObject({
        comment: 'No.',
        responding_to_review_id: review.id,
        section: answer.review.section,
        commentable_type: answer.review.commentable_type,
        triage_status: null,
        author_name: author.name,
      })
    }
  })

  it('changes nothing if the response is too long', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const call = world
      .as(author)
      .reviews.triage({ reviewId: review.id, triage_status: 'concur', response_comment: 'x'.repeat(4001) })
    await expect(call).rejects.toThrow(/4000/)
    expect(await readStatus(review.id)).toBe('pending')
  })

  it('records the status and the request in the audit log', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    await world.as(author).reviews.triage({ reviewId: review.id, triage_status: 'concur' })
    const entry = await world.database.queries
      .selectFrom('audit_entries')
      .selectAll()
      .where('auditable_type', '=', 'Review')
      .where('auditable_id', '=', review.id)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'update',
      changes: { triage_status: ['pending', 'concur'] },
      component_id: rule.componentId,
      actor_id: author.id,
    })
  })

  it.each([
    ['no status', {}, 'validation'],
    ['null', { triage_status: null }, 'validation'],
    ['an unknown status', { triage_status: 'agreed' }, 'validation'],
    ['pending', { triage_status: 'pending' }, 'review.pending_is_no_decision'],
    ['a decline without text', { triage_status: 'non_concur' }, 'review.response_required'],
    [
      'a decline with blank text',
      { triage_status: 'non_concur', response_comment: ' ' },
      'review.response_required',
    ],
    ['a duplicate of nothing', { triage_status: 'duplicate' }, 'review.duplicate_of_required'],
    [
      'a duplicate of an unknown id (R-20)',
      { triage_status: 'duplicate', duplicate_of_review_id: UNKNOWN },
      'review.duplicate_elsewhere',
    ],
    [
      'a target that is not an id (R-20)',
      { triage_status: 'duplicate', duplicate_of_review_id: 'x' },
      'validation',
    ],
    ['addressed by nothing', { triage_status: 'addressed_by' }, 'review.addressed_by_required'],
    [
      'addressed by an unknown id',
      { triage_status: 'addressed_by', addressed_by_rule_id: UNKNOWN },
      'review.addressed_by_elsewhere',
    ],
  ])('rejects %s', async (_, body, reason) => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const answer = await (await world.rest(author)).patch(`/reviews/${review.id}/triage`, body)
    expect([answer.status, answer.body.reason]).toEqual([422, reason])
    expect(await readStatus(review.id)).toBe('pending')
  })

  it('rejects targets elsewhere, deleted requirements and chains, and accepts valid targets', async () => {
    const { rule, component, viewer, author } = await createCommentScene(world)
    const otherScene = await createCommentScene(world)
    const [a, b, c] = [
      await world.createReview(rule, viewer),
      await world.createReview(rule, viewer),
      await world.createReview(rule, viewer),
    ]
    const reply = await world.createReview(rule, viewer, { respondingToReviewId: b.id })
    const foreign = await world.createReview(otherScene.rule, viewer)
    const deletedRule = await world.createRule(component, { deletedAt: new Date() } as Partial<Rule>)
    const client = await world.rest(author)
    const triage = async (id: number, body: Record<string, unknown>) => {
      const answer = await client.patch(`/reviews/${id}/triage`, body)
      return answer.status === 200 ? answer.body.review.triage_status : answer.body.reason
    }
    const toDuplicate = (id: number, originalId: number) =>
      triage(id, { triage_status: 'duplicate', duplicate_of_review_id: originalId })
    const toAddressed = (ruleId: number) =>
      triage(a.id, { triage_status: 'addressed_by', addressed_by_rule_id: ruleId })
    expect(await toDuplicate(a.id, a.id)).toBe('review.duplicate_of_itself')
    expect(await toDuplicate(a.id, reply.id)).toBe('review.duplicate_elsewhere')
    expect(await toDuplicate(a.id, foreign.id)).toBe('review.duplicate_elsewhere')
    expect(await toAddressed(otherScene.rule.id)).toBe('review.addressed_by_elsewhere')
    expect(await toAddressed(deletedRule.id)).toBe('review.addressed_by_elsewhere')
    expect(await toDuplicate(a.id, b.id)).toBe('duplicate')
    expect(await toDuplicate(c.id, a.id)).toBe('review.duplicate_chain')
    expect(await toDuplicate(b.id, c.id)).toBe('review.duplicate_chain')
    expect(await triage(reply.id, { triage_status: 'concur' })).toBe('review.not_top_level')
  })

  it('works if the commenter has left (R-32)', async () => {
    const { rule, author, nonMember } = await createCommentScene(world)
    const review = await world.createReview(rule, nonMember)
    const call = world.as(author).reviews.triage({ reviewId: review.id, triage_status: 'concur' })
    await expect(call).resolves.toMatchObject({ review: { commenter_display_name: nonMember.name } })
  })
})

describe('the order of the checks of triage (R-19)', () => {
  it('is id, role, status, required fields, freshness, phase, closing and target', async () => {
    const { rule, component, viewer, author, nonMember } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer, {
      triageStatus: 'withdrawn',
      adjudicatedAt: new Date(),
    })
    await setPhase(world, component, 'finalized')
    const path = `/reviews/${review.id}/triage`
    const patchAs = async (user: typeof viewer, body: Record<string, unknown>, to = path) => {
      const answer = await (await world.rest(user)).patch(to, body)
      return [answer.status, answer.body.reason]
    }
    expect(await patchAs(author, {}, `/reviews/${UNKNOWN}/triage`)).toEqual([404, 'not_found'])
    expect(await patchAs(nonMember, {})).toEqual([404, 'not_found'])
    expect(await patchAs(viewer, {})).toEqual([403, 'permission_denied'])
    expect(await patchAs(author, { triage_status: 'pending' })).toEqual([
      422,
      'review.pending_is_no_decision',
    ])
    const chained = { triage_status: 'duplicate', duplicate_of_review_id: review.id }
    expect(await patchAs(author, { triage_status: 'duplicate', expected_lock_version: 9 })).toEqual([
      422,
      'review.duplicate_of_required',
    ])
    expect(await patchAs(author, { ...chained, expected_lock_version: 9 })).toEqual([409, 'stale'])
    expect(await patchAs(author, chained)).toEqual([422, 'comment.frozen'])
    await setPhase(world, component, 'closed')
    expect(await patchAs(author, chained)).toEqual([422, 'review.already_closed'])
  })
})

describe('version guards of triage', () => {
  it('answer 409 or 412 with the current review', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const client = await world.rest(author)
    const path = `/reviews/${review.id}/triage`
    const stale = await client.patch(path, { triage_status: 'concur', expected_lock_version: 7 })
    expect(stale).toMatchObject({
      status: 409,
      body: { reason: 'stale', review: { id: review.id, lock_version: 1 } },
    })
    const tagged = await client.patch(path, { triage_status: 'concur' }, { 'if-match': '"7"' })
    expect(tagged).toMatchObject({ status: 412, body: { reason: 'stale', review: { id: review.id } } })
    const old = await client.patch(path, {
      triage_status: 'concur',
      expected_updated_at: '2020-01-01 00:00:00 UTC',
    })
    expect(old.status).toBe(409)
    for (const noTime of ['yesterday', '0', '2026', '']) {
      const none = await client.patch(path, { triage_status: 'concur', expected_updated_at: noTime })
      expect([none.status, Object.keys(none.body.errors ?? {})], noTime).toEqual([
        422,
        ['expected_updated_at'],
      ])
    }
    const { body } = await client.patch(
      path,
      { triage_status: 'concur', expected_lock_version: 1 },
      { 'if-match': '"1"' },
    )
    const seenAt = body.review.updated_at
    expect(
      (
        await client.patch(path, {
          triage_status: 'non_concur',
          response_comment: 'x',
          expected_updated_at: seenAt,
        })
      ).status,
    ).toBe(200)
  })
})

describe('permission to triage', () => {
  it.each([
    ['viewer', 403],
    ['author', 200],
    ['reviewer', 200],
    ['admin', 200],
    ['systemAdmin', 200],
    ['nonMember', 404],
  ] as const)('a %s gets status %i', async (who, expected) => {
    const scene = await createCommentScene(world)
    const review = await world.createReview(scene.rule, scene.viewer)
    const { status } = await (
      await world.rest(scene[who])
    ).patch(`/reviews/${review.id}/triage`, { triage_status: 'concur' })
    expect(status).toBe(expected)
  })
})

async function readStatus(id: number) {
  const row = await world.database.queries
    .selectFrom('reviews')
    .select('triage_status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.triage_status
}
