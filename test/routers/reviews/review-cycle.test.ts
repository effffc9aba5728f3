import { describe, expect, it } from 'vitest'
import type { ReviewAction } from '../../../src/vocabulary.ts'
import { setRule } from '../../support/authoring.ts'
import { createCommentScene, setPhase, type CommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

async function step(scene: CommentScene, who: CommentScene['viewer'], action: ReviewAction) {
  const client = await world.rest(who)
  const { status, body } = await client.post(`/rules/${scene.rule.id}/reviews`, {
    review: { action, comment: 'Please look.' },
  })
  return status === 200 ? readState(scene.rule.id) : `${status} ${body.reason}`
}

async function readState(ruleId: number): Promise<string> {
  const rule = await world.database.queries
    .selectFrom('rules')
    .select(['review_requestor_id', 'locked', 'changes_requested'])
    .where('id', '=', ruleId)
    .executeTakeFirstOrThrow()
  const flags = [
    rule.review_requestor_id && 'under review',
    rule.locked && 'locked',
    rule.changes_requested && 'changes requested',
  ]
  return flags.filter(Boolean).join(', ') || 'free'
}

async function countReviews(ruleId: number): Promise<number> {
  const rows = await world.database.queries
    .selectFrom('reviews')
    .select('id')
    .where('rule_id', '=', ruleId)
    .execute()
  return rows.length
}

describe('the review cycle of a requirement (C-52)', () => {
  it('has a request, changes, an approval and an unlock', async () => {
    const scene = await createCommentScene(world)
    expect(await step(scene, scene.author, 'request_review')).toBe('under review')
    expect(await step(scene, scene.author, 'request_review')).toBe('422 rule.under_review')
    expect(await step(scene, scene.reviewer, 'request_changes')).toBe('changes requested')
    expect(await step(scene, scene.author, 'request_review')).toBe('under review')
    expect(await step(scene, scene.author, 'revoke_review_request')).toBe('free')
    expect(await step(scene, scene.author, 'request_review')).toBe('under review')
    expect(await step(scene, scene.reviewer, 'approve')).toBe('locked')
    expect(await step(scene, scene.author, 'request_review')).toBe('422 rule.locked')
    expect(await step(scene, scene.admin, 'unlock_control')).toBe('free')
    expect(await step(scene, scene.admin, 'lock_control')).toBe('locked')
  })

  it('clears the request for changes when an administrator locks one or all', async () => {
    const [first, other] = [await createCommentScene(world), await createCommentScene(world)]
    for (const scene of [first, other]) {
      await step(scene, scene.author, 'request_review')
      expect(await step(scene, scene.reviewer, 'request_changes')).toBe('changes requested')
      await world.database.queries
        .updateTable('rules')
        .set({ status: 'Applicable - Configurable' })
        .where('id', '=', scene.rule.id)
        .execute()
    }
    expect(await step(first, first.admin, 'lock_control')).toBe('locked')
    const client = await world.rest(other.admin)
    const { status } = await client.post(`/components/${other.component.id}/lock`, {
      review: { action: 'lock_control', comment: 'All of them' },
    })
    expect(status).toBe(200)
    expect(await readState(other.rule.id)).toBe('locked')
    for (const { rule } of [first, other]) {
      const { changes } = await world.database.queries
        .selectFrom('audit_entries')
        .select('changes')
        .where('auditable_type', '=', 'BaseRule')
        .where('auditable_id', '=', rule.id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      expect(changes).toEqual({ locked: [false, true], changes_requested: [true, false] })
    }
  })

  it('R-3: accepts at most 10,000 characters with a step', async () => {
    const { rule, author } = await createCommentScene(world)
    const client = await world.rest(author)
    const send = (comment: string) =>
      client.post(`/rules/${rule.id}/reviews`, { review: { action: 'request_review', comment } })
    const rejected = await send('x'.repeat(10_001))
    expect([rejected.status, Object.keys(rejected.body.errors)]).toEqual([422, ['comment']])
    expect((await send('🦉'.repeat(10_000))).status).toBe(200)
  })

  describe('is guarded by the requirement (E-14)', () => {
    const toReviewed = ({ author }: CommentScene) => ({ review_requestor_id: author.id })
    it.each([
      ['request_review', () => ({ locked: false })],
      ['revoke_review_request', toReviewed],
      ['request_changes', toReviewed],
      ['approve', toReviewed],
      ['lock_control', () => ({ locked: false })],
      ['unlock_control', () => ({ locked: true })],
    ] as const)('%s with an outdated guard changes nothing', async (action, stateFor) => {
      const scene = await createCommentScene(world)
      const { rule } = scene
      await setRule(world, rule.id, stateFor(scene))
      const before = await readState(rule.id)
      const client = await world.rest(scene.admin)
      const send = (guard: object, headers = {}) =>
        client.post(`/rules/${rule.id}/reviews`, { review: { action, comment: 'Seen.' }, ...guard }, headers)
      const refusals = [
        await send({}, { 'if-match': '"9999"' }),
        await send({ expected_lock_version: 9999 }),
        await send({ expected_updated_at: '2001-01-01 00:00:00 UTC' }),
        await send({ expected_lock_version: 9999 }, { 'if-match': `"${rule.lockVersion}"` }),
      ]
      expect(refusals.map(({ status }) => status)).toEqual([412, 409, 409, 409])
      for (const { body } of refusals) {
        const current = { id: rule.id, lock_version: rule.lockVersion }
        expect(body).toMatchObject({ reason: 'stale', toast: { variant: 'warning' }, rule: current })
      }
      expect([await readState(rule.id), await countReviews(rule.id)]).toEqual([before, 0])
      const answer = await send(
        { expected_lock_version: rule.lockVersion },
        { 'if-match': `"${rule.lockVersion}"` },
      )
      expect([answer.status, await countReviews(rule.id)]).toEqual([200, 1])
      expect(await readState(rule.id)).not.toBe(before)
    })

    it('the guard is checked after values and role, and before the state (E-14)', async () => {
      const scene = await createCommentScene(world)
      await setRule(world, scene.rule.id, { locked: true })
      const approveGuarded = async (who: CommentScene['viewer'], comment: string) => {
        const review = { action: 'request_review', comment }
        const client = await world.rest(who)
        return client.post(`/rules/${scene.rule.id}/reviews`, { review, expected_lock_version: 9999 })
      }
      expect((await approveGuarded(scene.nonMember, 'x')).status).toBe(404)
      expect((await approveGuarded(scene.viewer, 'x')).body.reason).toBe('review.role_missing')
      expect((await approveGuarded(scene.author, '')).body.reason).toBe('validation')
      expect((await approveGuarded(scene.author, 'x')).body.reason).toBe('stale')
    })

    it('a comment is not guarded, because it does not change the requirement', async () => {
      const { rule, viewer } = await createCommentScene(world)
      const review = { action: 'comment', comment: 'Is this right?' }
      const sent = { review, expected_lock_version: 9999, expected_updated_at: '2001-01-01 00:00:00 UTC' }
      const client = await world.rest(viewer)
      const { status } = await client.post(`/rules/${rule.id}/reviews`, sent, { 'if-match': '"9999"' })
      expect([status, await countReviews(rule.id)]).toEqual([200, 1])
    })
  })

  it('returns each step as a review with its version', async () => {
    const { rule, author } = await createCommentScene(world)
    const client = await world.rest(author)
    const step = { action: 'request_review', comment: 'Please look.' }
    const { body, headers } = await client.post(`/rules/${rule.id}/reviews`, { review: step })
    expect(body.review).toMatchObject({ action: 'request_review', lock_version: 1, triage_status: null })
    expect(headers.get('etag')).toBe('"1"')
  })

  it('answers a missing role with 422 and both reasons', async () => {
    const scene = await createCommentScene(world)
    for (const [who, action] of [
      [scene.viewer, 'request_review'],
      [scene.author, 'approve'],
      [scene.reviewer, 'lock_control'],
    ] as const) {
      expect(await step(scene, who, action)).toBe('422 review.role_missing')
    }
    const { body } = await (
      await world.rest(scene.viewer)
    ).post(`/rules/${scene.rule.id}/reviews`, {
      review: { action: 'approve', comment: 'x' },
    })
    expect(body.toast.message).toHaveLength(2)
    expect(await step(scene, scene.nonMember, 'approve')).toBe('404 not_found')
  })

  it('rejects a reviewer’s decision on their own request, but accepts an administrator’s', async () => {
    const scene = await createCommentScene(world)
    expect(await step(scene, scene.reviewer, 'request_review')).toBe('under review')
    expect(await step(scene, scene.reviewer, 'approve')).toBe('422 rule.own_request')
    expect(await step(scene, scene.admin, 'approve')).toBe('locked')
  })

  it('ignores the comment phase, and is rejected on a released component (C-36)', async () => {
    const scene = await createCommentScene(world)
    await setPhase(world, scene.component, 'closed')
    expect(await step(scene, scene.author, 'request_review')).toBe('under review')
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', scene.component.id)
      .execute()
    expect(await step(scene, scene.reviewer, 'approve')).toBe('422 component.released')
    expect(await step(scene, scene.systemAdmin, 'approve')).toBe('422 component.released')
  })

  it('notifies the administrators of a request, and its author of the outcome (R-44)', async () => {
    const scene = await createCommentScene(world)
    await step(scene, scene.author, 'request_review')
    await step(scene, scene.reviewer, 'approve')
    const mails = await world.database.queries
      .selectFrom('outbox_messages')
      .select('payload')
      .where('kind', '=', 'mail')
      .orderBy('id')
      .execute()
    expect(
      mails
        .map(({ payload }) => payload)
        .filter((mail) => [scene.admin.email, scene.author.email].includes(String(mail['to']))),
    ).toMatchObject([
      { to: scene.admin.email, cc: [scene.author.email], subject: 'Review requested: ABCD-01-000001' },
      { to: scene.author.email, cc: [scene.admin.email], subject: 'Review approved: ABCD-01-000001' },
    ])
  })
})
