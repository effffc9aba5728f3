import { describe, expect, it } from 'vitest'
import { readPairs } from '../../../routers/reviews/read/similar/clusters.ts'
import { storeMissingSignatures } from '../../../src/search/similarity/store.ts'
import { createRandom, createComment, quoted, withTypos } from '../../search/similarity/generated-comments.ts'
import { createCommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const sign = () => storeMissingSignatures(world.services, new AbortController().signal)

async function createComponentWithTwins() {
  const scene = await createCommentScene(world)
  const random = createRandom(3)
  const text = createComment(random)
  const original = await world.createReview(scene.rule, scene.viewer, { comment: text })
  for (let i = 0; i < 20; i += 1) {
    await world.createReview(scene.rule, scene.viewer, { comment: createComment(random) })
  }
  const typo = await world.createReview(scene.rule, scene.author, { comment: withTypos(random, text) })
  const quote = await world.createReview(scene.component, scene.reviewer, { comment: quoted(random, text) })
  await sign()
  return { ...scene, text, original, typo, quote }
}

describe('suggested duplicates', () => {
  it('R-50: duplicates of a comment include equal comments of all authors, best first', async () => {
    const { original, typo, quote, viewer } = await createComponentWithTwins()
    const { rows } = await world.as(viewer).reviews.similarTo({ reviewId: original.id })
    expect(
      rows
        .slice(0, 2)
        .map(({ review }) => review.id)
        .toSorted((a, b) => a - b),
    ).toEqual([typo.id, quote.id])
    for (const row of rows.slice(0, 2)) expect(row).toMatchObject({ proposed_survivor_id: original.id })
    expect(rows[0]?.score).toBeGreaterThanOrEqual(rows[1]?.score ?? 1)
  })

  it('R-50: duplicates of a new comment are found before it is stored, including recent comments', async () => {
    const { rule, component, viewer, text } = await createComponentWithTwins()
    const client = await world.rest(viewer)
    const fresh = `Entirely new words about something else, number 4711. ${text.slice(0, 20)}`
    await client.post(`/rules/${rule.id}/reviews`, { review: { action: 'comment', comment: fresh } })
    const { status, body } = await client.post(`/components/${component.id}/similar_comments`, {
      comment: fresh,
    })
    expect(status).toBe(200)
    expect(body.rows[0]).toMatchObject({ score: 1, review: { comment: fresh } })
    const before = await world.as(viewer).reviews.ofComponent({ componentId: component.id })
    expect(before.pagination.total).toBe(24)
  })

  it('R-50: are grouped into clusters with the oldest as survivor', async () => {
    const { component, author, original, typo, quote } = await createComponentWithTwins()
    const { rows, pagination } = await world.as(author).reviews.commentClusters({ componentId: component.id })
    expect(pagination.total).toBe(1)
    expect(rows[0]?.proposed_survivor_id).toBe(original.id)
    expect(rows[0]?.reviews.map(({ id }) => id)).toEqual([original.id, typo.id, quote.id])
  })

  it('R-50: are limited to the component and its readers', async () => {
    const { original, component, viewer, nonMember, text } = await createComponentWithTwins()
    const other = await createCommentScene(world)
    await world.createReview(other.rule, other.viewer, { comment: text })
    await sign()
    const { rows } = await world.as(other.viewer).reviews.similarComments({
      componentId: other.component.id,
      comment: text,
    })
    expect(rows).toHaveLength(1)
    const hidden = await world.rest(nonMember)
    expect((await hidden.get(`/reviews/${original.id}/similar`)).status).toBe(404)
    const reader = await world.rest(viewer)
    expect((await reader.get(`/components/${component.id}/comment_clusters`)).status).toBe(403)
    expect((await reader.get(`/reviews/${original.id}/similar?limit=51`)).status).toBe(422)
    expect((await reader.post(`/components/${component.id}/similar_comments`, { comment: ' ' })).status).toBe(
      422,
    )
  })

  it('duplicates of a new comment are searched for a requirement of the component, or for none', async () => {
    const { component, rule, viewer } = await createCommentScene(world)
    const other = await createCommentScene(world)
    const client = await world.rest(viewer)
    const askAbout = async (rule_id: number | null) => {
      const answer = await client.post(`/components/${component.id}/similar_comments`, {
        comment: 'x',
        rule_id,
      })
      return [answer.status, Object.keys(answer.body.errors ?? {})]
    }
    expect(await askAbout(rule.id)).toEqual([200, []])
    expect(await askAbout(null)).toEqual([200, []])
    const unknown = [422, ['rule_id']]
    expect([await askAbout(other.rule.id), await askAbout(2_147_483_647)]).toEqual([unknown, unknown])
  })

  it('R-50: reveal nothing of a withdrawn text', async () => {
    const { rule, viewer, author, text, original } = await createComponentWithTwins()
    const reply = await world.createReview(rule, author, { respondingToReviewId: original.id, comment: text })
    const listNear = async () =>
      (await world.as(viewer).reviews.similarTo({ reviewId: reply.id })).rows.map(({ review }) => review.id)
    expect(await listNear()).toContain(original.id)
    await world.as(author).reviews.withdraw({ reviewId: reply.id })
    expect(await listNear()).toEqual([])
  })

  it('never propose a duplicate, a reply or a withdrawn comment as the survivor', async () => {
    const { rule, component, viewer, author } = await createCommentScene(world)
    const comment = 'The timeout of a session must be fifteen minutes and not ten.'
    const reply = {
      respondingToReviewId: (await world.createReview(rule, viewer, { comment: 'Why?' })).id,
      comment,
    }
    const inputs = [reply, { comment }, { comment }, { comment }, { comment }]
    const ids = []
    for (const input of inputs) ids.push((await world.createReview(rule, viewer, input)).id)
    const [answer = 0, duplicate = 0, canonical = 0, withdrawn = 0, pending = 0] = ids
    await sign()
    await world.as(author).reviews.triage({
      reviewId: duplicate,
      triage_status: 'duplicate',
      duplicate_of_review_id: canonical,
    })
    await world.as(viewer).reviews.withdraw({ reviewId: withdrawn })
    const readProposed = async (reviewId: number) => {
      const { rows } = await world.as(viewer).reviews.similarTo({ reviewId })
      return rows.map(({ review, proposed_survivor_id: survivor }) => [review.id, survivor])
    }
    expect(await readProposed(duplicate)).toEqual([
      [canonical, canonical],
      [pending, canonical],
    ])
    expect(await readProposed(pending)).toEqual([
      [duplicate, canonical],
      [canonical, canonical],
    ])
    const others = [
      [duplicate, canonical],
      [canonical, canonical],
      [pending, pending],
    ]
    expect(await readProposed(answer)).toEqual(others)
    expect(await readProposed(withdrawn)).toEqual(others)
    const { rows } = await world.as(viewer).reviews.similarComments({ componentId: component.id, comment })
    expect(rows.map((row) => [row.review.id, row.proposed_survivor_id])).toEqual(others)
  })

  it('are found despite many copies that were withdrawn or whose requirement was deleted', async () => {
    const { rule, component, viewer } = await createCommentScene(world)
    const comment = 'Name the file that holds the audit settings of the gateway.'
    const deletedRule = await world.createRule(component, { deletedAt: new Date() })
    const withdrawn = { comment, triageStatus: 'withdrawn', adjudicatedAt: new Date() } as const
    for (let i = 0; i < 40; i += 1) {
      await world.createReview(rule, viewer, withdrawn)
      await world.createReview(deletedRule, viewer, { comment })
    }
    const { id } = await world.createReview(rule, viewer, { comment })
    await sign()
    const { rows } = await world.as(viewer).reviews.similarComments({ componentId: component.id, comment })
    expect(rows.map(({ review }) => review.id)).toEqual([id])
  })

  it('have clusters above the minimum score, page by page', async () => {
    const { component, rule, viewer, author, original, typo, quote } = await createComponentWithTwins()
    for (let i = 0; i < 2; i += 1) {
      await world.createReview(rule, viewer, { comment: 'Nobody else says these very words here today.' })
    }
    await sign()
    const client = await world.rest(author)
    const path = `/components/${component.id}/comment_clusters`
    const readQuery = async (query: string) => (await client.get(`${path}?${query}`)).body
    const { rows, pagination } = await readQuery('per_page=1&page=2')
    expect([rows.length, pagination]).toEqual([1, { page: 2, per_page: 1, total: 2 }])
    expect((await readQuery('')).rows[0].reviews.map(({ id }: { id: number }) => id)).toEqual([
      original.id,
      typo.id,
      quote.id,
    ])
    expect((await readQuery('min_score=1')).rows).toMatchObject([{ score: 1 }])
    for (const query of ['min_score=2', 'min_score=x', 'per_page=101', 'page=0']) {
      expect((await client.get(`${path}?${query}`)).status).toBe(422)
    }
  })

  it('pair the copies of one text with the first copy only, however many there are', async () => {
    const { component, rule, viewer, author } = await createCommentScene(world)
    const comment = 'I agree with what was said above and want to see it changed.'
    const copies = []
    for (let i = 0; i < 5; i += 1) copies.push((await world.createReview(rule, viewer, { comment })).id)
    const near = (await world.createReview(rule, author, { comment: `${comment} Soon!` })).id
    await sign()
    const [first, ...others] = copies
    const pairs = await readPairs(world.database.queries, component.id)
    expect(pairs).toEqual([...others, near].map((b) => `${first},${b}`))
    const { rows } = await world.as(author).reviews.commentClusters({ componentId: component.id })
    expect(rows.map(({ reviews }) => reviews.map(({ id }) => id))).toEqual([[...copies, near]])
  })

  it('follow the text after an edit', async () => {
    const { rule, viewer, component } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const created = await client.post(`/rules/${rule.id}/reviews`, {
      review: { action: 'comment', comment: 'The first wording of this remark.' },
    })
    await client.put(`/reviews/${created.body.review.id}`, {
      review: { comment: 'Quite another sentence now.' },
    })
    const { rows } = await world.as(viewer).reviews.similarComments({
      componentId: component.id,
      comment: 'quite another sentence, now',
    })
    expect(rows).toHaveLength(1)
  })
})
