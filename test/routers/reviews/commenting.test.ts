import { describe, expect, it } from 'vitest'
import { Satisfaction } from '../../../entities/satisfaction.ts'
import { createCommentScene, setPhase } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

describe('commenting on a requirement', () => {
  it('R-1: returns the stored comment with a toast', async () => {
    const { rule, viewer, component } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const { status, body } = await client.post(`/rules/${rule.id}/reviews`, {
      review: { action: 'comment', comment: 'Too strict', section: 'fixtext' },
    })
    expect(status).toBe(200)
    expect(body.toast).toMatchObject({ variant: 'success' })
    expect(body.review).toMatchObject({
      action: 'comment',
      comment: 'Too strict',
      section: 'fixtext',
      triage_status: 'pending',
      rule_id: rule.id,
      component_id: component.id,
      commentable_type: 'BaseRule',
      rule_displayed_name: 'ABCD-01-000001',
      name: viewer.name,
      commenter_email: viewer.email,
      responses_count: 0,
      reactions: { up: 0, down: 0, mine: null },
      lock_version: 1,
    })
    expect(body.review).not.toHaveProperty('user_id')
  })

  it('records one audit entry and one event', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const { review } = await world.as(viewer).reviews.createOnRule({
      ruleId: rule.id,
      review: { action: 'comment', comment: 'A' },
    })
    const entries = await world.database.queries
      .selectFrom('audit_entries')
      .selectAll()
      .where('auditable_type', '=', 'Review')
      .where('auditable_id', '=', review.id)
      .execute()
    expect(entries).toMatchObject([{ action: 'create', component_id: rule.componentId, actor_id: viewer.id }])
    const events = await world.database.queries
      .selectFrom('domain_events')
      .selectAll()
      .where('component_id', '=', rule.componentId)
      .execute()
    expect(events).toMatchObject([{ kind: 'comment.created', data: { review_id: review.id } }])
  })

  it('R-3: accepts 4,000 emoji and rejects 4,001 characters', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const send = (comment: string) =>
      client.post(`/rules/${rule.id}/reviews`, { review: { action: 'comment', comment } })
    expect((await send('🦉'.repeat(4000))).status).toBe(200)
    const rejected = await send('x'.repeat(4001))
    expect(rejected.status).toBe(422)
    expect(rejected.body.errors).toHaveProperty('comment')
  })

  it.each([
    ['no wrapper', {}, 400],
    ['a wrapper that is not an object', { review: 'x' }, 400],
    ['no action', { review: { comment: 'x' } }, 422],
    ['an unknown action (R-43)', { review: { action: 'lock', comment: 'x' } }, 422],
    ['blank text', { review: { action: 'comment', comment: ' \n' } }, 422],
    ['NUL', { review: { action: 'comment', comment: 'a\0b' } }, 422],
    ['an unknown section', { review: { action: 'comment', comment: 'x', section: 'Fix' } }, 422],
    ['an empty section', { review: { action: 'comment', comment: 'x', section: '' } }, 422],
    [
      'an unknown parent',
      { review: { action: 'comment', comment: 'x', responding_to_review_id: 2147483647 } },
      422,
    ],
  ])('rejects %s', async (_, body, expected) => {
    const { rule, viewer } = await createCommentScene(world)
    expect((await (await world.rest(viewer)).post(`/rules/${rule.id}/reviews`, body)).status).toBe(expected)
    expect(await countComments(rule.id)).toBe(0)
  })

  it('does not reveal to non-members that a requirement of a hidden project exists', async () => {
    const { rule, nonMember } = await createCommentScene(world)
    const client = await world.rest(nonMember)
    const body = { review: { action: 'comment', comment: 'x' } }
    const hidden = await client.post(`/rules/${rule.id}/reviews`, body)
    const missing = await client.post('/rules/2147483647/reviews', body)
    expect(hidden.status).toBe(404)
    expect(hidden.text).toBe(missing.text)
  })

  it('is allowed for a member of only the component (R-32)', async () => {
    const { rule, component } = await createCommentScene(world)
    const member = await world.createMember(component, 'viewer')
    const call = world.as(member).reviews.createOnRule({
      ruleId: rule.id,
      review: { action: 'comment', comment: 'x' },
    })
    await expect(call).resolves.toMatchObject({ review: { name: member.name } })
  })

  it('is redirected to the first requirement that satisfies it, without shortening the text (R-41, R-40)', async () => {
    const { rule, component, viewer } = await createCommentScene(world)
    const parents = [await world.createRule(component), await world.createRule(component)]
    for (const parent of parents.toReversed()) {
      await world.stored((em) =>
        em.create(Satisfaction, {
          ruleId: rule.id,
          satisfiedByRuleId: parent.id,
          componentId: component.id,
        }),
      )
    }
    const text = 'x'.repeat(4000)
    const { review, toast } = await world.as(viewer).reviews.createOnRule({
      ruleId: rule.id,
      review: { action: 'comment', comment: text },
    })
    expect(review).toMatchObject({
      rule_id: parents[0]?.id,
      original_rule_id: rule.id,
      original_rule_displayed_name: 'ABCD-01-000001',
      comment: `[Re: ABCD-01-000001] ${text}`,
    })
    expect(toast.message.join()).toContain('ABCD-01-000002')
  })
})

describe('replying to a comment', () => {
  it('R-1: stores a reply below its parent, not as a comment of its own', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const parent = await world.createReview(rule, viewer)
    const { review } = await world.as(author).reviews.createOnRule({
      ruleId: rule.id,
      review: { action: 'comment', comment: 'Why?', responding_to_review_id: parent.id },
    })
    expect(review).toMatchObject({
      responding_to_review_id: parent.id,
      triage_status: null,
      rule_id: rule.id,
    })
  })

  it('rejects parents on another requirement, in another component, and of another kind (R-15)', async () => {
    const { rule, component, viewer } = await createCommentScene(world)
    const otherScene = await createCommentScene(world)
    const parents = [
      await world.createReview(await world.createRule(component), viewer),
      await world.createReview(component, viewer),
      await world.createReview(otherScene.rule, viewer),
      await world.createReview(otherScene.component, viewer),
      await world.createReview(rule, viewer, { action: 'approve', triageStatus: null }),
    ]
    const client = await world.rest(viewer)
    for (const parent of parents) {
      const { status, body } = await client.post(`/rules/${rule.id}/reviews`, {
        review: { action: 'comment', comment: 'x', responding_to_review_id: parent.id },
      })
      expect([status, body.reason]).toEqual([422, 'review.parent_elsewhere'])
    }
  })

  it('R-48: lists the direct replies, oldest first', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const parent = await world.createReview(rule, viewer)
    const first = await world.createReview(rule, author, { respondingToReviewId: parent.id, comment: '1' })
    await world.createReview(rule, viewer, { respondingToReviewId: first.id, comment: '1.1' })
    await world.createReview(rule, author, { respondingToReviewId: parent.id, comment: '2' })
    const { rows } = await world.as(viewer).reviews.responses({ reviewId: parent.id })
    expect(rows.map(({ comment, responses_count }) => [comment, responses_count])).toEqual([
      ['1', 1],
      ['2', 0],
    ])
    const paged = await world.as(viewer).reviews.responses({ reviewId: parent.id, per_page: 1, page: 2 })
    expect(paged.rows.map(({ comment }) => comment)).toEqual(['2'])
  })
})

describe('a single comment', () => {
  it('R-48: is returned with its first 50 replies, oldest first', async () => {
    const { rule, viewer, author } = await createCommentScene(world)
    const parent = await world.createReview(rule, viewer)
    const ids = []
    for (let i = 0; i < 51; i += 1) {
      ids.push((await world.createReview(rule, author, { respondingToReviewId: parent.id })).id)
    }
    const { review, responses } = await world.as(viewer).reviews.get({ reviewId: parent.id })
    expect(review).toMatchObject({ id: parent.id, responses_count: 51 })
    expect(responses.map(({ id }) => id)).toEqual(ids.slice(0, 50))
  })
})

describe('commenting on a component', () => {
  it('R-1: always creates a comment without a section', async () => {
    const { component, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const { body } = await client.post(`/components/${component.id}/reviews`, {
      review: { action: 'approve', comment: 'All good', section: 'fixtext' },
    })
    expect(body.review).toMatchObject({
      action: 'comment',
      section: null,
      rule_id: null,
      commentable_type: 'Component',
      rule_displayed_name: '(component)',
    })
  })

  it('accepts comments and replies on a released component', async () => {
    const { component, viewer } = await createCommentScene(world)
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', component.id)
      .execute()
    const call = world.as(viewer).reviews.createOnComponent({
      componentId: component.id,
      review: { comment: 'x' },
    })
    await expect(call).resolves.toBeTruthy()
  })
})

describe('the comment phase', () => {
  it.each([
    ['open', 200, 200],
    ['closed', 422, 422],
    ['adjudicating', 422, 200],
    ['finalized', 422, 422],
  ] as const)('%s answers %i to comments and %i to replies (R-15)', async (phase, comment, reply) => {
    const { rule, component, viewer } = await createCommentScene(world)
    const parent = await world.createReview(rule, viewer)
    await setPhase(world, component, phase)
    const client = await world.rest(viewer)
    const send = (review: object) => client.post(`/rules/${rule.id}/reviews`, { review })
    expect((await send({ action: 'comment', comment: 'x' })).status).toBe(comment)
    expect((await send({ action: 'comment', comment: 'x', responding_to_review_id: parent.id })).status).toBe(
      reply,
    )
  })

  it('is checked after the role (R-16)', async () => {
    const { rule, component, nonMember } = await createCommentScene(world)
    await setPhase(world, component, 'finalized')
    const client = await world.rest(nonMember)
    const { status } = await client.post(`/rules/${rule.id}/reviews`, {
      review: { action: 'comment', comment: 'x' },
    })
    expect(status).toBe(404)
  })
})

async function countComments(ruleId: number): Promise<number> {
  const rows = await world.database.queries
    .selectFrom('reviews')
    .select('id')
    .where('rule_id', '=', ruleId)
    .execute()
  return rows.length
}
