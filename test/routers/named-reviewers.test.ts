import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import type { ReviewAction } from '../../src/vocabulary.ts'
import { createCommentScene, type CommentScene } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

const step = (scene: CommentScene, who: User, action: ReviewAction, reviewer_ids?: number[]) =>
  world.as(who).reviews.createOnRule({
    ruleId: scene.rule.id,
    review: { action, comment: 'Please look.', ...(reviewer_ids ? { reviewer_ids } : {}) },
  })
const buildRequest = (who: User, { rule }: CommentScene) =>
  world.as(who).rules.reviewRequest({ ruleId: rule.id })
const readInbox = async (user: User) =>
  (await world.as(user).rules.reviewRequests()).review_requests.map(({ rule_id }) => rule_id)
const readReviewers = async ({ rule }: CommentScene) => {
  const rows = await world.database.queries
    .selectFrom('requested_reviewers')
    .select('user_id')
    .where('rule_id', '=', rule.id)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

describe('named reviewers', () => {
  it('R-66: are listed, get a mail and find the request in their inbox until it ends', async () => {
    const scene = await createCommentScene(world)
    const { author, reviewer, admin, viewer, rule } = scene
    await step(scene, author, 'request_review', [reviewer.id, reviewer.id])
    expect(await buildRequest(viewer, scene)).toMatchObject({
      review_request: {
        requestor_id: author.id,
        requestor_name: author.name,
        comment: 'Please look.',
        reviewers: [{ id: reviewer.id, name: reviewer.name }],
      },
    })
    const { possible_reviewers } = await buildRequest(author, scene)
    expect(possible_reviewers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([reviewer.id, admin.id])
    expect(await readInbox(reviewer)).toEqual([rule.id])
    expect(await readInbox(admin)).toEqual([])
    const mails = await world.database.queries
      .selectFrom('outbox_messages')
      .select('payload')
      .where('kind', '=', 'mail')
      .execute()
    const mail = mails.find(({ payload }) => payload['to'] === reviewer.email)
    expect(mail?.payload).toMatchObject({ cc: [admin.email, author.email] })
    expect(mail?.payload['text']).toContain(` from ${reviewer.name}.`)
    await step(scene, admin, 'approve')
    expect(await readInbox(reviewer)).toEqual([])
    expect(await readReviewers(scene)).toEqual([])
    expect(await buildRequest(viewer, scene)).toMatchObject({ review_request: null })
  })

  it('R-66: are optional', async () => {
    const scene = await createCommentScene(world)
    await step(scene, scene.author, 'request_review')
    expect((await buildRequest(scene.author, scene)).review_request).toMatchObject({ reviewers: [] })
    expect(await readInbox(scene.reviewer)).toEqual([])
  })

  it('R-66: must be other members who may review, and all others are rejected with the same message', async () => {
    const scene = await createCommentScene(world)
    const { author, reviewer, viewer, nonMember, rule } = scene
    const client = await world.rest(author)
    const answers = await Promise.all(
      [nonMember.id, 2_000_000_000, viewer.id, author.id].map((id) =>
        client.post(`/rules/${rule.id}/reviews`, {
          review: { action: 'request_review', comment: 'Look.', reviewer_ids: [reviewer.id, id] },
        }),
      ),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.reason}`))).toEqual(
      new Set(['422 review.reviewer_unfit']),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.toast))).size).toBe(1)
    expect(answers[0]?.text).toContain('reviewer_ids')
    expect((await buildRequest(author, scene)).review_request).toBeNull()
    expect(await readReviewers(scene)).toEqual([])
  })

  it('R-66: are rejected with any other step, if more than twenty are named, and from non-members', async () => {
    const scene = await createCommentScene(world)
    const { author, reviewer, viewer, nonMember } = scene
    await step(scene, author, 'request_review')
    await expect(step(scene, author, 'revoke_review_request', [reviewer.id])).rejects.toMatchObject({
      cause: { reason: 'review.reviewers_unexpected' },
    })
    const many = Array.from({ length: 21 }, (_, index) => index + 1)
    await expect(step(scene, author, 'request_review', many)).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    })
    const other = await createCommentScene(world)
    await expect(step(other, other.viewer, 'request_review', [other.reviewer.id])).rejects.toMatchObject({
      cause: { reason: 'review.role_missing' },
    })
    await expect(step(other, nonMember, 'request_review', [other.reviewer.id])).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(buildRequest(nonMember, scene)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await readInbox(viewer)).toEqual([])
    expect(await readReviewers(other)).toEqual([])
  })

  it('R-66: are ignored once they may no longer review there', async () => {
    const scene = await createCommentScene(world)
    const reviewer = await world.createUser()
    const { id } = await world.join(reviewer, scene.project, 'reviewer')
    await step(scene, scene.author, 'request_review', [reviewer.id])
    await world.as(scene.admin).memberships.update({ id, membership: { role: 'author' } })
    expect(await readInbox(reviewer)).toEqual([])
    expect((await buildRequest(scene.author, scene)).review_request).toMatchObject({ reviewers: [] })
  })

  it('R-66: come from one request if two are sent at the same time', async () => {
    const scene = await createCommentScene(world)
    const { author, admin, reviewer } = scene
    const sent = await Promise.allSettled([
      step(scene, author, 'request_review', [reviewer.id]),
      step(scene, reviewer, 'request_review', [admin.id]),
    ])
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { review_request: open } = await buildRequest(author, scene)
    const winningReviewer = open?.requestor_id === author.id ? reviewer.id : admin.id
    expect(await readReviewers(scene)).toEqual([winningReviewer])
  })
})
