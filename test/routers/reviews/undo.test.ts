import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { LastDecision } from '../../../entities/last-decision.ts'
import type { Rule } from '../../../entities/rule.ts'
import type { User } from '../../../entities/user.ts'
import {
  createCommentScene,
  readComponentEntries,
  setPhase,
  createThreeComments,
} from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

async function findRow(id: number) {
  const row = await world.database.queries
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, lock_version: null, updated_at: null }
}

const readReplies = (id: number) =>
  world.database.queries
    .selectFrom('reviews')
    .select('id')
    .where('responding_to_review_id', '=', id)
    .execute()

/** Moves the time of the decision this many minutes into the past. */
async function setDecisionAge(id: number, minutes: number): Promise<void> {
  const { last_decision } = await findRow(id)
  if (!last_decision) throw new Error('a decision')
  const earlier = new Date(Date.parse(last_decision.at) - minutes * 60_000).toISOString()
  await world.database.queries
    .updateTable('reviews')
    .set({ last_decision: sql<LastDecision>`${JSON.stringify({ ...last_decision, at: earlier })}::jsonb` })
    .where('id', '=', id)
    .execute()
}

async function createDecided(
  input: Record<string, unknown> = { triage_status: 'concur', response_comment: 'Yes.' },
) {
  const scene = await createCommentScene(world)
  const review = await world.createReview(scene.rule, scene.viewer)
  const client = await world.rest(scene.author)
  const { body } = await client.patch(`/reviews/${review.id}/triage`, input)
  return { ...scene, review, client, response: body.response_review, path: `/reviews/${review.id}/undo` }
}

describe('undoing the caller’s decision on a comment', () => {
  it.each([
    { triage_status: 'concur', response_comment: 'Yes.' },
    { triage_status: 'informational' },
    { triage_status: 'concur', response_comment: 'Yes.', close: true },
  ])('restores the comment and deletes the response: %j', async (input) => {
    const { rule, viewer, author } = await createCommentScene(world)
    const review = await world.createReview(rule, viewer)
    const before = await findRow(review.id)
    const client = await world.rest(author)
    await client.patch(`/reviews/${review.id}/triage`, input)
    const { status, body } = await client.post(`/reviews/${review.id}/undo`, {})
    expect(status).toBe(200)
    expect(body.review).toMatchObject({ triage_status: 'pending', adjudicated_at: null, responses_count: 0 })
    expect(await findRow(review.id)).toEqual(before)
    expect(await readReplies(review.id)).toEqual([])
  })

  it('restores the earlier decision of another user, with its time and its original', async () => {
    const { rule, viewer, author, reviewer } = await createCommentScene(world)
    const canonical = await world.createReview(rule, viewer)
    const review = await world.createReview(rule, viewer)
    const duplicate = { triage_status: 'duplicate', duplicate_of_review_id: canonical.id }
    await (await world.rest(reviewer)).patch(`/reviews/${review.id}/triage`, duplicate)
    const before = await findRow(review.id)
    const client = await world.rest(author)
    await client.patch(`/reviews/${review.id}/triage`, { triage_status: 'informational' })
    expect((await client.post(`/reviews/${review.id}/undo`, {})).status).toBe(200)
    expect(await findRow(review.id)).toEqual({ ...before, last_decision: null })
  })

  it('reopens the comment and preserves the decision', async () => {
    const { review, client, path } = await createDecided()
    await client.patch(`/reviews/${review.id}/adjudicate`, { resolution_comment: 'Done.' })
    const { body } = await client.post(path, {})
    expect(body.review).toMatchObject({ triage_status: 'concur', adjudicated_at: null, responses_count: 1 })
  })

  it('records its steps in the audit log', async () => {
    const { component, client, path, review, response } = await createDecided()
    await client.post(path, {})
    const entries = await readComponentEntries(world, component.id)
    expect(entries.slice(-2)).toMatchObject([
      {
        action: 'update',
        auditable_id: review.id,
        changes: { triage_status: ['concur', 'pending'] },
        comment: 'Decision undone',
      },
      { action: 'destroy', auditable_id: response.id, changes: { comment: 'Yes.' } },
    ])
  })

  it('is rejected with 409 for a decision of another user, an old one, and without a decision', async () => {
    const { review, path, admin, client } = await createDecided()
    const other = await world.rest(admin)
    expect((await other.post(path, {})).body.reason).toBe('review.nothing_to_undo')
    await setDecisionAge(review.id, 11)
    expect(await client.post(path, {})).toMatchObject({
      status: 409,
      body: { reason: 'review.nothing_to_undo' },
    })
    await setDecisionAge(review.id, -11)
    expect((await client.post(path, {})).status).toBe(200)
    expect((await client.post(path, {})).body.reason).toBe('review.nothing_to_undo')
  })

  type LaterChange = (decided: Awaited<ReturnType<typeof createDecided>>) => Promise<unknown>
  const createReply = async (rule: Rule, person: User, parent: number) =>
    (await world.rest(person)).post(`/rules/${rule.id}/reviews`, {
      review: { action: 'comment', comment: 'But why?', responding_to_review_id: parent },
    })

  it.each<[string, LaterChange, string]>([
    [
      'it was assigned',
      ({ client, review, author }) =>
        client.patch(`/reviews/${review.id}/assignment`, { assignee_id: author.id }),
      'review.nothing_to_undo',
    ],
    [
      'its section was changed',
      ({ client, review }) =>
        client.patch(`/reviews/${review.id}/section`, { section: 'title', audit_comment: 'Why' }),
      'review.nothing_to_undo',
    ],
    [
      'its commenter replied',
      ({ rule, viewer, review }) => createReply(rule, viewer, review.id),
      'review.decision_overtaken',
    ],
    [
      'a user replied to the response',
      ({ rule, viewer, response }) => createReply(rule, viewer, response.id),
      'review.decision_overtaken',
    ],
    [
      'the response got a reaction',
      async ({ viewer, response }) =>
        (await world.rest(viewer)).post(`/reviews/${response.id}/reactions`, { kind: 'up' }),
      'review.decision_overtaken',
    ],
    [
      'the response was changed',
      ({ client, response }) => client.put(`/reviews/${response.id}`, { review: { comment: 'Yes!' } }),
      'review.decision_overtaken',
    ],
  ])('is rejected with 409 after %s', async (_, later, reason) => {
    const decided = await createDecided()
    await later(decided)
    const before = await findRow(decided.review.id)
    expect(await decided.client.post(decided.path, {})).toMatchObject({ status: 409, body: { reason } })
    expect(await findRow(decided.review.id)).toEqual(before)
  })

  it('is rejected with 409 if the earlier original became a duplicate itself', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const [first, second, review] = [
      await world.createReview(rule, viewer),
      await world.createReview(rule, viewer),
      await world.createReview(rule, viewer),
    ]
    const client = await world.rest(author)
    const toDuplicate = (id: number) => ({ triage_status: 'duplicate', duplicate_of_review_id: id })
    await client.patch(`/reviews/${review.id}/triage`, toDuplicate(second.id))
    await client.patch(`/reviews/${review.id}/triage`, { triage_status: 'informational' })
    await client.patch(`/reviews/${second.id}/triage`, toDuplicate(first.id))
    const { status, body } = await client.post(`/reviews/${review.id}/undo`, {})
    expect([status, body.reason]).toEqual([409, 'review.decision_overtaken'])
  })

  it('is rejected once the comments are final, and for users who may no longer triage', async () => {
    const { component, client, path, author, project } = await createDecided()
    await setPhase(world, component, 'finalized')
    expect((await client.post(path, {})).body.reason).toBe('comment.frozen')
    await setPhase(world, component, 'open')
    await world.database.queries
      .updateTable('memberships')
      .set({ role: 'viewer' })
      .where('user_id', '=', author.id)
      .where('project_id', '=', project.id)
      .execute()
    expect((await client.post(path, {})).status).toBe(403)
  })

  it('rejects unknown values and an outdated guard', async () => {
    const { client, path } = await createDecided()
    expect((await client.post(path, { reason: 'x' })).status).toBe(422)
    expect((await client.post(path, { expected_lock_version: 1 })).status).toBe(409)
  })
})

describe('undoing a decision on many comments', () => {
  async function decideTogether(input: object = { triage_status: 'concur', response_comment: 'Yes.' }) {
    const scene = await createThreeComments(world)
    const client = await world.rest(scene.author)
    const before = await Promise.all(scene.ids.map(findRow))
    const { body } = await client.patch('/reviews/bulk_triage', { review_ids: scene.ids, ...input })
    const path = `/components/${scene.component.id}/undo_decision`
    return { ...scene, client, before, path, decision: { decision_id: body.decision_id }, answer: body }
  }

  it('restores all comments and records the undo in the audit log', async () => {
    const { client, path, decision, ids, before, component } = await decideTogether()
    const { status, body } = await client.post(path, decision)
    expect(status).toBe(200)
    expect(body).toMatchObject({ left_out: 0, reviews: ids.map((id) => ({ id, triage_status: 'pending' })) })
    expect(await Promise.all(ids.map(findRow))).toEqual(before)
    const entries = await readComponentEntries(world, component.id)
    expect(entries.filter(({ action }) => action === 'destroy')).toHaveLength(3)
    expect((await client.post(path, decision)).status).toBe(409)
  })

  it('undoes a bulk closing, and the closing that a decision included', async () => {
    const { client, path, decision, ids, before, answer } = await decideTogether({
      triage_status: 'concur',
      close: true,
    })
    expect(answer.reviews[0].adjudicated_at).not.toBeNull()
    await client.post(path, decision)
    expect(await Promise.all(ids.map(findRow))).toEqual(before)
    await client.patch('/reviews/bulk_triage', { review_ids: ids, triage_status: 'concur' })
    const open = (await Promise.all(ids.map(findRow))).map((row) => ({ ...row, last_decision: null }))
    const closed = await client.patch('/reviews/bulk_adjudicate', { review_ids: ids })
    await client.post(path, { decision_id: closed.body.decision_id })
    expect(await Promise.all(ids.map(findRow))).toEqual(open)
  })

  it('is all or nothing: if one comment has changed, all remain decided', async () => {
    const { client, path, decision, ids, author } = await decideTogether()
    await client.patch(`/reviews/${ids[1]}/assignment`, { assignee_id: author.id })
    const after = await Promise.all(ids.map(findRow))
    const { status, body } = await client.post(path, decision)
    expect([status, body.reason]).toEqual([409, 'review.decision_overtaken'])
    expect(await Promise.all(ids.map(findRow))).toEqual(after)
  })

  it('is rejected for other users and through other components', async () => {
    const { path, decision, admin, client, viewer, nonMember, project } = await decideTogether()
    expect((await (await world.rest(admin)).post(path, decision)).body.reason).toBe('review.nothing_to_undo')
    expect((await (await world.rest(viewer)).post(path, decision)).status).toBe(403)
    expect((await (await world.rest(nonMember)).post(path, decision)).status).toBe(404)
    const other = await world.createComponent(project)
    expect((await client.post(`/components/${other.id}/undo_decision`, decision)).status).toBe(409)
    expect((await client.post(path, { decision_id: 'none' })).status).toBe(422)
  })
})

describe('undoing a merge', () => {
  async function mergeComments() {
    const scene = await createThreeComments(world)
    const [survivor = 0, first = 0, second = 0] = scene.ids
    const follower = await world.createReview(scene.rule, scene.viewer)
    await world.as(scene.author).reviews.triage({
      reviewId: follower.id,
      triage_status: 'duplicate',
      duplicate_of_review_id: first,
    })
    await world.as(scene.author).reviews.triage({ reviewId: second, triage_status: 'concur' })
    const all = [...scene.ids, follower.id]
    const before = (await Promise.all(all.map(findRow))).map((row) => ({ ...row, last_decision: null }))
    const client = await world.rest(scene.admin)
    const { body } = await client.patch('/reviews/merge', { review_ids: scene.ids, survivor_id: survivor })
    const path = `/components/${scene.component.id}/undo_decision`
    return {
      ...scene,
      client,
      all,
      before,
      path,
      decision: { decision_id: body.decision_id },
      survivor,
      first,
    }
  }

  it('restores the survivor, the merged comments and their duplicates', async () => {
    const { client, all, before, path, decision, component } = await mergeComments()
    const { status, body } = await client.post(path, decision)
    expect([status, body.reviews?.length]).toEqual([200, 4])
    expect(await Promise.all(all.map(findRow))).toEqual(before)
    const back = (await readComponentEntries(world, component.id)).filter(
      ({ comment }) => comment === 'Decision undone',
    )
    expect(back).toHaveLength(4)
    expect((await client.post(path, decision)).status).toBe(409)
  })

  it('E-45: requires the role for merging, also from the user who merged', async () => {
    const { client, all, path, decision, admin, project } = await mergeComments()
    const after = await Promise.all(all.map(findRow))
    await world.database.queries
      .updateTable('memberships')
      .set({ role: 'author' })
      .where('user_id', '=', admin.id)
      .where('project_id', '=', project.id)
      .execute()
    const rejected = await client.post(path, decision)
    expect([rejected.status, rejected.body.reason]).toEqual([403, 'permission_denied'])
    expect(await Promise.all(all.map(findRow))).toEqual(after)
  })

  it('restores only the marker of an earlier merge', async () => {
    const { client, path, decision, survivor, rule, viewer } = await mergeComments()
    const more = await world.createReview(rule, viewer)
    const second = await client.patch('/reviews/merge', {
      review_ids: [survivor, more.id],
      survivor_id: survivor,
    })
    const { markers } = await findRow(survivor)
    expect(markers).toHaveLength(2)
    expect((await client.post(path, { decision_id: second.body.decision_id })).status).toBe(200)
    expect((await findRow(survivor)).markers).toEqual(markers.slice(1))
    expect((await client.post(path, decision)).body.reason).toBe('review.decision_overtaken')
  })

  it('is rejected for a single merged comment, and after a change or reply to one of them', async () => {
    const { client, all, path, decision, survivor, first, author, rule, viewer } = await mergeComments()
    for (const id of [survivor, first]) {
      expect((await client.post(`/reviews/${id}/undo`, {})).body.reason).toBe('review.decision_overtaken')
    }
    await (
      await world.rest(viewer)
    ).post(`/rules/${rule.id}/reviews`, {
      review: { action: 'comment', comment: 'Why?', responding_to_review_id: first },
    })
    expect((await client.post(path, decision)).body.reason).toBe('review.decision_overtaken')
    await client.patch(`/reviews/${survivor}/assignment`, { assignee_id: author.id })
    const after = await Promise.all(all.map(findRow))
    expect((await client.post(path, decision)).status).toBe(409)
    expect(await Promise.all(all.map(findRow))).toEqual(after)
  })

  it('is allowed only for the user who merged, while they may decide', async () => {
    const { path, decision, author, viewer, nonMember, client, component } = await mergeComments()
    expect((await (await world.rest(author)).post(path, decision)).body.reason).toBe('review.nothing_to_undo')
    expect((await (await world.rest(viewer)).post(path, decision)).status).toBe(403)
    expect((await (await world.rest(nonMember)).post(path, decision)).status).toBe(404)
    await setPhase(world, component, 'finalized')
    expect((await client.post(path, decision)).body.reason).toBe('comment.frozen')
  })
})

describe('deciding and closing in one request', () => {
  it('closes the comment that the decision without a closing would leave open, in one audit entry', async () => {
    const { review, component, author } = await createDecided({ triage_status: 'concur', close: true })
    expect(await findRow(review.id)).toMatchObject({ triage_status: 'concur', adjudicated_by_id: author.id })
    const updates = (await readComponentEntries(world, component.id)).filter(
      ({ action }) => action === 'update',
    )
    expect(updates).toMatchObject([
      { changes: { triage_status: ['pending', 'concur'], adjudicated_by_id: [null, author.id] } },
    ])
  })
})
