import { describe, expect, it } from 'vitest'
import { createCommentScene, setPhase } from '../../support/comments.ts'
import type { Answer } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const ROUNDS = 5

/** Sends concurrent requests and returns their statuses, sorted. */
async function sendTogether(requests: (() => Promise<Answer>)[]): Promise<number[]> {
  const answers = await Promise.all(requests.map((send) => send()))
  return answers.map(({ status }) => status).toSorted((a, b) => a - b)
}

async function readStored(id: number) {
  return world.database.queries
    .selectFrom('reviews')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function countReplies(id: number): Promise<number> {
  const rows = await world.database.queries
    .selectFrom('reviews')
    .select('id')
    .where('responding_to_review_id', '=', id)
    .execute()
  return rows.length
}

describe('two concurrent writers', () => {
  it('R-33: two writers with the same guard do not both win: one is rejected, by body and by header', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const client = await world.rest(author)
    for (let round = 0; round < ROUNDS; round += 1) {
      const byBody = await world.createReview(rule, viewer)
      const byHeader = await world.createReview(rule, viewer)
      const body = { triage_status: 'non_concur', response_comment: 'No' }
      const triageByBody = () =>
        client.patch(`/reviews/${byBody.id}/triage`, { ...body, expected_lock_version: 1 })
      const triageByHeader = () => client.patch(`/reviews/${byHeader.id}/triage`, body, { 'if-match': '"1"' })
      expect(await sendTogether([triageByBody, triageByBody])).toEqual([200, 409])
      expect(await sendTogether([triageByHeader, triageByHeader])).toEqual([200, 412])
      expect([await countReplies(byBody.id), await countReplies(byHeader.id)]).toEqual([1, 1])
    }
  })

  it('two writers without a guard are applied one after the other, and a terminal decision is made once', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const client = await world.rest(author)
    for (let round = 0; round < ROUNDS; round += 1) {
      const review = await world.createReview(rule, viewer)
      const path = `/reviews/${review.id}/adjudicate`
      await client.patch(`/reviews/${review.id}/triage`, { triage_status: 'concur' })
      const close = () => client.patch(path, { resolution_comment: 'Done' })
      expect(await sendTogether([close, close, close])).toEqual([200, 200, 200])
      expect(await countReplies(review.id)).toBe(1)
      expect((await readStored(review.id)).lock_version).toBe(3)
    }
  })

  it('cannot create a cycle of duplicates', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const client = await world.rest(author)
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [await world.createReview(rule, viewer), await world.createReview(rule, viewer)]
      const markDuplicate = (id: number, originalId: number) => () =>
        client.patch(`/reviews/${id}/triage`, {
          triage_status: 'duplicate',
          duplicate_of_review_id: originalId,
        })
      expect(await sendTogether([markDuplicate(a.id, b.id), markDuplicate(b.id, a.id)])).toEqual([200, 422])
    }
  })

  it('R-12: toggle a reaction without an error and without a duplicate', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    for (let round = 0; round < ROUNDS; round += 1) {
      const review = await world.createReview(rule, viewer)
      const react = () => client.post(`/reviews/${review.id}/reactions`, { kind: 'up' })
      expect(await sendTogether([react, react])).toEqual([200, 200])
      const rows = await world.database.queries
        .selectFrom('reactions')
        .select('id')
        .where('review_id', '=', review.id)
        .execute()
      expect(rows.length).toBeLessThanOrEqual(1)
    }
  })
})

describe('triage during another write', () => {
  it('leaves comments undecided after the phase is final', async () => {
    const { rule, component, viewer, author } = await createCommentScene(world)
    const client = await world.rest(author)
    for (let round = 0; round < ROUNDS; round += 1) {
      await setPhase(world, component, 'open')
      const review = await world.createReview(rule, viewer)
      const triage = client.patch(`/reviews/${review.id}/triage`, { triage_status: 'concur' })
      await setPhase(world, component, 'finalized')
      const { status } = await triage
      const { triage_status } = await readStored(review.id)
      expect([status, triage_status]).toEqual(status === 200 ? [200, 'concur'] : [422, 'pending'])
    }
  })

  it('a merge or the triage changes a comment, never both', async () => {
    const { rule, viewer, author, admin } = await createCommentScene(world)
    const [triager, merger] = [await world.rest(author), await world.rest(admin)]
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = [(await world.createReview(rule, viewer)).id, (await world.createReview(rule, viewer)).id]
      const statuses = await sendTogether([
        () => triager.patch(`/reviews/${ids[1]}/triage`, { triage_status: 'informational' }),
        () => merger.patch('/reviews/merge', { review_ids: ids, survivor_id: ids[0] }),
      ])
      const review = await readStored(ids[1] ?? 0)
      expect(statuses.every((status) => status === 200 || status === 422)).toBe(true)
      expect(review.duplicate_of_review_id === null).toBe(review.triage_status !== 'duplicate')
    }
  })
})

describe('overlapping merges', () => {
  it('finish one after the other, without a chain', async () => {
    const { rule, viewer, admin } = await createCommentScene(world)
    const client = await world.rest(admin)
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a = 0, b = 0, c = 0] = await Promise.all(
        [1, 2, 3].map(async () => (await world.createReview(rule, viewer)).id),
      )
      const merge = (ids: number[], survivor_id: number) => () =>
        client.patch('/reviews/merge', { review_ids: ids, survivor_id })
      const statuses = await sendTogether([merge([a, b], a), merge([b, c], c)])
      expect(statuses).toEqual([200, 422])
      const rows = await Promise.all([a, b, c].map(readStored))
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const row of rows) {
        if (row.duplicate_of_review_id !== null) {
          expect(byId.get(row.duplicate_of_review_id)?.triage_status).not.toBe('duplicate')
        }
      }
    }
  })
})

describe('undoing a merge', () => {
  it('happens once, and never half together with a decision on the survivor', async () => {
    const { rule, component, viewer, author, admin } = await createCommentScene(world)
    const [merger, triager] = [await world.rest(admin), await world.rest(author)]
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [
        (await world.createReview(rule, viewer)).id,
        (await world.createReview(rule, viewer)).id,
      ]
      const { body } = await merger.patch('/reviews/merge', { review_ids: [a, b], survivor_id: a })
      const undo = () =>
        merger.post(`/components/${component.id}/undo_decision`, { decision_id: body.decision_id })
      const statuses = await sendTogether([
        undo,
        undo,
        () => triager.patch(`/reviews/${a}/triage`, { triage_status: 'concur' }),
      ])
      expect([
        [200, 200, 409],
        [200, 409, 409],
      ]).toContainEqual(statuses)
      const [survivor, other] = [await readStored(a), await readStored(b)]
      const undone = statuses[1] === 200
      expect([survivor.markers.length, other.triage_status]).toEqual(
        undone ? [0, 'pending'] : [1, 'duplicate'],
      )
      expect(survivor.triage_status).toBe('concur')
    }
  })
})

describe('moving or deleting a thread', () => {
  it('includes a reply that arrives meanwhile, or rejects it (R-33)', async () => {
    const { rule, component, viewer, admin } = await createCommentScene(world)
    const [speaker, mover] = [await world.rest(viewer), await world.rest(admin)]
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = await world.createRule(component)
      const review = await world.createReview(rule, viewer)
      await sendTogether([
        () =>
          speaker.post(`/rules/${rule.id}/reviews`, {
            review: { action: 'comment', comment: 'x', responding_to_review_id: review.id },
          }),
        () => mover.patch(`/reviews/${review.id}/move_to_rule`, { rule_id: target.id, audit_comment: 'Why' }),
      ])
      const rows = await world.database.queries
        .selectFrom('reviews')
        .select('rule_id')
        .where('responding_to_review_id', '=', review.id)
        .execute()
      expect(rows.every(({ rule_id }) => rule_id === target.id)).toBe(true)
    }
  })

  it('deletes it once, with every reply', async () => {
    const { rule, viewer, admin } = await createCommentScene(world)
    const [speaker, remover] = [await world.rest(viewer), await world.rest(admin)]
    for (let round = 0; round < ROUNDS; round += 1) {
      const review = await world.createReview(rule, viewer)
      const destroy = () => remover.delete(`/reviews/${review.id}/admin_destroy`, { audit_comment: 'Why' })
      const statuses = await sendTogether([
        destroy,
        destroy,
        () =>
          speaker.post(`/rules/${rule.id}/reviews`, {
            review: { action: 'comment', comment: 'x', responding_to_review_id: review.id },
          }),
      ])
      expect(statuses.every((status) => [200, 404, 422].includes(status))).toBe(true)
      expect(await countReplies(review.id)).toBe(0)
    }
  })
})

describe('concurrent requests with the same Idempotency-Key', () => {
  it('run once', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const send = () =>
      client.post(
        `/rules/${rule.id}/reviews`,
        { review: { action: 'comment', comment: 'x' } },
        { 'idempotency-key': 'k' },
      )
    const statuses = await sendTogether([send, send, send])
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    const rows = await world.database.queries
      .selectFrom('reviews')
      .select('id')
      .where('rule_id', '=', rule.id)
      .execute()
    expect(rows).toHaveLength(1)
  })
})

describe('a comment during the release of its component', () => {
  it('is stored, whichever is first (R-14)', async () => {
    const { rule, component, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const comment = client.post(`/rules/${rule.id}/reviews`, { review: { action: 'comment', comment: 'x' } })
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', component.id)
      .execute()
    expect((await comment).status).toBe(200)
  })
})

describe('undoing a decision', () => {
  it('happens once, and never orphans a reply to the response', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const [client, commenter] = [await world.rest(author), await world.rest(viewer)]
    for (let round = 0; round < ROUNDS; round += 1) {
      const review = await world.createReview(rule, viewer)
      const decision = { triage_status: 'concur', response_comment: 'Yes.' }
      const undo = () => client.post(`/reviews/${review.id}/undo`, {})
      await client.patch(`/reviews/${review.id}/triage`, decision)
      expect(await sendTogether([undo, undo])).toEqual([200, 409])
      const { body } = await client.patch(`/reviews/${review.id}/triage`, decision)
      const reply = { action: 'comment', comment: 'Why?', responding_to_review_id: body.response_review.id }
      const [undone, comment] = await Promise.all([
        undo(),
        commenter.post(`/rules/${rule.id}/reviews`, { review: reply }),
      ])
      expect([
        [200, 422],
        [409, 200],
      ]).toContainEqual([undone.status, comment.status])
    }
  })
})
