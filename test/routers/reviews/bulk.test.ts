import { describe, expect, it } from 'vitest'
import { Review as ReviewEntity } from '../../../entities/review.ts'
import {
  createCommentScene,
  readComponentEntries,
  setPhase,
  createThreeComments,
  type CommentScene,
} from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const UNKNOWN = 2_147_483_647

describe('bulk triage', () => {
  it('R-11: decides on all comments, each with its own copy of the response', async () => {
    const { ids, author, component } = await createThreeComments(world)
    const client = await world.rest(author)
    const { status, body } = await client.patch('/reviews/bulk_triage', {
      review_ids: [...ids, ids[0]],
      triage_status: 'informational',
      response_comment: 'Thanks.',
    })
    expect(status).toBe(200)
    expect(body.reviews.map((review: { id: number }) => review.id)).toEqual(ids)
    for (const review of body.reviews) {
      expect(review).toMatchObject({
        triage_status: 'informational',
        responses_count: 1,
        lock_version: 2,
        adjudicated_by_id: author.id,
      })
    }
    expect(body.response_reviews).toHaveLength(3)
    expect(body.response_reviews[0]).toMatchObject({ comment: 'Thanks.', responding_to_review_id: ids[0] })
    const entries = await readComponentEntries(world, component.id)
    expect(entries.filter(({ action }) => action === 'update')).toHaveLength(3)
    expect(entries[0]).toMatchObject({
      comment: 'Bulk triage: informational',
      changes: { triage_status: ['pending', 'informational'] },
    })
  })

  it('records the same audit entries as single decisions, also for the responses', async () => {
    const { ids, author, rule, viewer, component } = await createThreeComments(world, { section: 'fixtext' })
    const onComponent = await world.createReview(component, viewer)
    const separate = await world.createReview(rule, viewer, { section: 'fixtext' })
    const client = await world.rest(author)
    const all = [...ids, onComponent.id]
    const text = { response_comment: 'No.', triage_status: 'non_concur' }
    const triaged = await client.patch('/reviews/bulk_triage', { ...text, review_ids: all })
    const closed = await client.patch('/reviews/bulk_adjudicate', {
      review_ids: all,
      resolution_comment: 'Done.',
    })
    const one = await client.patch(`/reviews/${separate.id}/triage`, text)
    const done = await client.patch(`/reviews/${separate.id}/adjudicate`, { resolution_comment: 'Done.' })
    const created = (await readComponentEntries(world, component.id)).filter(
      ({ action }) => action === 'create',
    )
    const findEntry = (id: number | undefined) => {
      const entries = created.filter(({ auditable_id }) => auditable_id === id)
      return entries.map(({ changes, comment, associated_type, associated_id, rule_id, actor_id }) => {
        return { changes, comment, associated_type, associated_id, rule_id, actor_id }
      })
    }
    for (const [many, single] of [
      [triaged.body.response_reviews, one.body.response_review],
      [closed.body.response_reviews, done.body.response_review],
    ]) {
      const expected = findEntry(single.id)
      expect(expected).toMatchObject([{ changes: { comment: single.comment, section: 'fixtext' } }])
      for (const response of many.slice(0, 3)) expect(findEntry(response.id)).toEqual(expected)
      expect(findEntry(many[3].id)).toMatchObject([
        { changes: { comment: single.comment }, associated_type: 'Component', associated_id: component.id },
      ])
    }
  })

  it('R-11: creates no responses for an empty text', async () => {
    const { ids, author } = await createThreeComments(world)
    const answer = await world.as(author).reviews.bulkTriage({ review_ids: ids, triage_status: 'concur' })
    expect(answer.response_reviews).toEqual([])
  })

  it.each<[string, (scene: Awaited<ReturnType<typeof createThreeComments>>) => object, string]>([
    ['no ids', () => ({ review_ids: [], triage_status: 'concur' }), 'validation'],
    ['nested ids', ({ ids }) => ({ review_ids: [ids], triage_status: 'concur' }), 'validation'],
    [
      '501 ids',
      () => ({ review_ids: Array.from({ length: 501 }, (_, i) => i + 1), triage_status: 'concur' }),
      'validation',
    ],
    ['neither ids nor filter', () => ({ triage_status: 'concur' }), 'review.selection_ambiguous'],
    [
      'pending',
      ({ ids }) => ({ review_ids: ids, triage_status: 'pending' }),
      'review.pending_is_no_decision',
    ],
    [
      'a decline without text',
      ({ ids }) => ({ review_ids: ids, triage_status: 'non_concur' }),
      'review.response_required',
    ],
    [
      'a target in the selection',
      ({ ids }) => ({ review_ids: ids, triage_status: 'duplicate', duplicate_of_review_id: ids[1] }),
      'review.duplicate_of_itself',
    ],
  ])('R-3: rejects %s', async (_, bodyFor, reason) => {
    const scene = await createThreeComments(world)
    const { status, body } = await (
      await world.rest(scene.author)
    ).patch('/reviews/bulk_triage', { ...bodyFor(scene) })
    expect([status, body.reason]).toEqual([422, reason])
  })

  it('changes nothing if one of them is closed (R-34)', async () => {
    const { ids, author, rule, viewer } = await createThreeComments(world)
    const closed = await world.createReview(rule, viewer, {
      triageStatus: 'concur',
      adjudicatedAt: new Date(),
    })
    const call = world.as(author).reviews.bulkTriage({
      review_ids: [...ids, closed.id],
      triage_status: 'non_concur',
      response_comment: 'No',
    })
    await expect(call).rejects.toThrow(/already closed/)
    const { review } = await world.as(author).reviews.get({ reviewId: ids[0] ?? 0 })
    expect(review).toMatchObject({ triage_status: 'pending', responses_count: 0 })
  })

  it('reports only one error if the selection is not a list', async () => {
    const { admin } = await createCommentScene(world)
    const client = await world.rest(admin)
    for (const review_ids of ['', 'x'.repeat(501)]) {
      const { status, body } = await client.patch('/reviews/merge', { review_ids, survivor_id: 1 })
      expect([status, body.errors]).toEqual([422, { review_ids: ['must be a list'] }])
    }
  })

  it('answers unknown, hidden and partly hidden selections with the same 404 (R-35)', async () => {
    const { ids, author } = await createThreeComments(world)
    const other = await createThreeComments(world)
    const client = await world.rest(author)
    const send = (review_ids: unknown) =>
      client.patch('/reviews/bulk_triage', { review_ids, triage_status: 'concur' })
    const missing = await send([UNKNOWN])
    const hidden = await send(other.ids)
    const mixed = await send([...ids, ...other.ids])
    const partly = await send([...ids, UNKNOWN])
    expect([missing, hidden, mixed, partly].map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set([missing.text, hidden.text, mixed.text, partly.text]).size).toBe(1)
  })

  it('checks the role on every project before it checks the selection', async () => {
    const { ids, author, viewer } = await createThreeComments(world)
    const other = await createThreeComments(world)
    await world.join(author, other.project, 'viewer')
    const assignAs = async (user: CommentScene['author'], review_ids: number[]) => {
      const answer = await (
        await world.rest(user)
      ).patch('/reviews/bulk_triage', { review_ids, triage_status: 'concur' })
      return [answer.status, answer.body.reason]
    }
    expect(await assignAs(viewer, ids)).toEqual([403, 'permission_denied'])
    expect(await assignAs(author, [...ids, ...other.ids])).toEqual([403, 'permission_denied'])
    const admin = await world.createSystemAdmin()
    expect(await assignAs(admin, [...ids, ...other.ids])).toEqual([422, 'review.several_components'])
  })

  it('is rejected once the comments are final', async () => {
    const { ids, author, component } = await createThreeComments(world)
    await setPhase(world, component, 'finalized')
    const call = world.as(author).reviews.bulkTriage({ review_ids: ids, triage_status: 'concur' })
    await expect(call).rejects.toThrow(/final/)
    const values = world.as(author).reviews.bulkTriage({ review_ids: ids, triage_status: 'pending' })
    await expect(values).rejects.toThrow(/not a decision/)
  })
})

describe('bulk triage by filter', () => {
  it('changes exactly the comments that the list shows', async () => {
    const { author, component, rule, viewer } = await createThreeComments(world, { section: 'fixtext' })
    await world.createReview(rule, viewer, { section: 'title' })
    const answer = await world.as(author).reviews.bulkTriage({
      filter: { component_id: component.id, section: 'fixtext' },
      triage_status: 'concur',
    })
    expect(answer.reviews).toHaveLength(3)
    const list = await world.as(author).reviews.ofComponent({ componentId: component.id })
    expect(list.pagination.total).toBe(1)
  })

  it('accepts the assignee as a number, as text, or as none', async () => {
    const { author, component, rule, viewer } = await createThreeComments(world)
    await world.createReview(rule, viewer, { assigneeId: author.id })
    const client = await world.rest(author)
    const countAssigned = async (assignee_id: unknown) => {
      const filter = { component_id: component.id, assignee_id }
      const body = { filter, triage_status: 'concur', dry_run: true }
      const answer = await client.patch('/reviews/bulk_triage', body)
      return answer.status === 200 ? answer.body.count : answer.body.reason
    }
    expect(await Promise.all([author.id, String(author.id), 'none'].map(countAssigned))).toEqual([1, 1, 3])
    expect(await Promise.all([0, 1.5, 'x', null].map(countAssigned))).toEqual(Array(4).fill('validation'))
  })

  it('previews the changes in a dry run, and writes nothing', async () => {
    const { ids, author, component } = await createThreeComments(world)
    const answer = await world.as(author).reviews.bulkTriage({
      filter: { component_id: component.id },
      triage_status: 'informational',
      dry_run: true,
    })
    expect(answer).toMatchObject({ count: 3 })
    expect(answer.reviews.map(({ triage_status }) => triage_status)).toEqual(Array(3).fill('informational'))
    const { review } = await world.as(author).reviews.get({ reviewId: ids[0] ?? 0 })
    expect(review).toMatchObject({ triage_status: 'pending', lock_version: 1 })
    expect(await readComponentEntries(world, component.id)).toEqual([])
  })

  it('hides components of others and rejects a filter that selects nothing', async () => {
    const { author, component } = await createThreeComments(world)
    const other = await createThreeComments(world)
    const client = await world.rest(author)
    const send = (filter: unknown) =>
      client.patch('/reviews/bulk_triage', { filter, triage_status: 'concur' })
    expect((await send({ component_id: other.component.id })).status).toBe(404)
    expect((await send({ component_id: component.id, q: 'nowhere' })).body.reason).toBe(
      'review.none_selected',
    )
    expect((await send({})).status).toBe(422)
    expect((await send('x')).status).toBe(422)
  })

  it('decides on 2,000 comments with as many audit entries', async () => {
    const { author, component, rule, viewer, project } = await createCommentScene(world)
    await world.stored((em) => {
      for (let i = 0; i < 2000; i += 1) {
        em.create(ReviewEntity, {
          projectId: project.id,
          componentId: component.id,
          ruleId: rule.id,
          commentableType: 'BaseRule',
          userId: viewer.id,
          action: 'comment',
          comment: `No. ${i}`,
          triageStatus: 'pending',
        })
      }
    })
    const answer = await world.as(author).reviews.bulkTriage({
      filter: { component_id: component.id },
      triage_status: 'non_concur',
      response_comment: 'Out of scope.',
    })
    expect([answer.reviews.length, answer.response_reviews?.length, answer.left_out]).toEqual([
      500, 500, 1500,
    ])
    const { pagination } = await world.as(author).reviews.ofComponent({
      componentId: component.id,
      triage_status: 'non_concur',
    })
    expect(pagination.total).toBe(2000)
    expect(await readComponentEntries(world, component.id)).toHaveLength(4000)
  })
})

describe('bulk adjudication', () => {
  it('rejects comments that never had a status (R-29)', async () => {
    const { ids, author } = await createThreeComments(world, { triageStatus: null })
    const client = await world.rest(author)
    for (const send of [
      () => client.patch('/reviews/bulk_adjudicate', { review_ids: ids }),
      () => client.patch(`/reviews/${ids[0]}/adjudicate`, { resolution_comment: 'Done' }),
    ]) {
      const { status, body } = await send()
      expect([status, body.reason, body.toast.variant]).toEqual([422, 'review.not_triaged', 'warning'])
    }
    const { review, responses } = await world.as(author).reviews.get({ reviewId: ids[0] ?? 0 })
    expect([review.adjudicated_at, review.lock_version, responses]).toEqual([null, 1, []])
  })

  it('names the comment that is rejected', async () => {
    const { ids, author, rule, viewer } = await createThreeComments(world, { triageStatus: 'concur' })
    const pending = await world.createReview(rule, viewer)
    const client = await world.rest(author)
    const { body } = await client.patch('/reviews/bulk_adjudicate', { review_ids: [...ids, pending.id] })
    expect(body.errors).toEqual({ review_ids: [`${pending.id}: Triage this comment before closing it.`] })
  })

  it('closes decided comments, and changes nothing if one of them is pending or closed', async () => {
    const { ids, author, rule, viewer } = await createThreeComments(world, { triageStatus: 'concur' })
    const pending = await world.createReview(rule, viewer)
    const close = (review_ids: number[]) =>
      world.as(author).reviews.bulkAdjudicate({ review_ids, resolution_comment: 'Done' })
    await expect(close([...ids, pending.id])).rejects.toThrow(/Triage/)
    const answer = await close(ids)
    expect(answer.reviews.every(({ adjudicated_at }) => adjudicated_at !== null)).toBe(true)
    expect(answer.response_reviews).toHaveLength(3)
    await expect(close(ids)).rejects.toThrow(/already closed/)
  })
})
