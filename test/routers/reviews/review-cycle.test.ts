import { describe, expect, it } from 'vitest'
import type { ReviewAction } from '../../../src/vocabulary.ts'
import { aScene, setPhase, type Scene } from '../../support/comments.ts'
import { aWorld } from '../../support/world.ts'

const world = aWorld()

async function step(scene: Scene, who: Scene['viewer'], action: ReviewAction) {
  const client = await world.rest(who)
  const { status, body } = await client.post(`/rules/${scene.rule.id}/reviews`, {
    review: { action, comment: 'Please look.' },
  })
  return status === 200 ? stateOf(scene.rule.id) : `${status} ${body.reason}`
}

async function stateOf(ruleId: number): Promise<string> {
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

describe('the review cycle of a requirement (C-52)', () => {
  it('runs through request, changes, approval and unlocking', async () => {
    const scene = await aScene(world)
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

  it('answers each step as a review with its version', async () => {
    const { rule, author } = await aScene(world)
    const client = await world.rest(author)
    const step = { action: 'request_review', comment: 'Please look.' }
    const { body, headers } = await client.post(`/rules/${rule.id}/reviews`, { review: step })
    expect(body.review).toMatchObject({ action: 'request_review', lock_version: 1, triage_status: null })
    expect(headers.get('etag')).toBe('"1"')
  })

  it('answers a missing role with 422 and both reasons', async () => {
    const scene = await aScene(world)
    for (const [who, action] of [
      [scene.viewer, 'request_review'],
      [scene.author, 'approve'],
      [scene.reviewer, 'lock_control'],
    ] as const)
      expect(await step(scene, who, action)).toBe('422 review.role_missing')
    const { body } = await (
      await world.rest(scene.viewer)
    ).post(`/rules/${scene.rule.id}/reviews`, {
      review: { action: 'approve', comment: 'x' },
    })
    expect(body.toast.message).toHaveLength(2)
    expect(await step(scene, scene.stranger, 'approve')).toBe('404 not_found')
  })

  it('lets no reviewer judge an own request, but an administrator', async () => {
    const scene = await aScene(world)
    expect(await step(scene, scene.reviewer, 'request_review')).toBe('under review')
    expect(await step(scene, scene.reviewer, 'approve')).toBe('422 rule.own_request')
    expect(await step(scene, scene.admin, 'approve')).toBe('locked')
  })

  it('ignores the comment phase, and stops on a released component (C-36)', async () => {
    const scene = await aScene(world)
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

  it('tells the administrators of a request, and its author of the outcome (R-44)', async () => {
    const scene = await aScene(world)
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
