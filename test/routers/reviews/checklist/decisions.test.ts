import { describe, expect, it } from 'vitest'
import { Reaction } from '../../../../entities/reaction.ts'
import type { Rule } from '../../../../entities/rule.ts'
import { Satisfaction } from '../../../../entities/satisfaction.ts'
import { createCommentScene } from '../../../support/comments.ts'
import type { Answer, Body, Rest } from '../../../support/rest.ts'
import { createWorld } from '../../../support/world.ts'

const world = createWorld()
const UNKNOWN = 2_147_483_647
const reason = { audit_comment: 'Because.' }
const closed = { triageStatus: 'concur', adjudicatedAt: new Date() } as const
const reader = () => world.database.queries

async function createClients() {
  const scene = await createCommentScene(world)
  const { rule, viewer } = scene
  const createComment = (input: Parameters<typeof world.createReview>[2] = {}) =>
    world.createReview(rule, viewer, input)
  return {
    ...scene,
    createComment,
    commenter: await world.rest(viewer),
    staff: await world.rest(scene.admin),
  }
}

/** All stored data that a write on a component can change. */
async function countTraces(componentId: number) {
  const reviews = await reader()
    .selectFrom('reviews')
    .selectAll()
    .where('component_id', '=', componentId)
    .orderBy('id')
    .execute()
  const count = async (table: 'audit_entries' | 'domain_events') =>
    (await reader().selectFrom(table).select('id').where('component_id', '=', componentId).execute()).length
  return { reviews, audit: await count('audit_entries'), events: await count('domain_events') }
}

describe('R-10: comment counts', () => {
  it('show 33.3 percent for 1 of 3, and list filters do not change them', async () => {
    const { project, component, createComment, commenter } = await createClients()
    await createComment({ triageStatus: 'informational', adjudicatedAt: new Date(), section: 'title' })
    await createComment()
    await createComment({ triageStatus: 'needs_clarification' })
    const counts = { pending: 1, informational: 1, needs_clarification: 1 }
    for (const path of [`/api/projects/${project.id}`, `/api/components/${component.id}`]) {
      const { body } = await commenter.get(`${path}/triage_summary`)
      expect(body).toMatchObject({
        total: 3,
        adjudicated: 1,
        adjudication_pct: 33.3,
        by_triage_status: counts,
      })
    }
    for (const list of [`/projects/${project.id}`, `/components/${component.id}`]) {
      for (const filter of [
        '',
        'triage_status=concur',
        'section=title',
        'resolved=true',
        'q=nothing',
        'page=9',
      ]) {
        expect((await commenter.get(`${list}/comments?${filter}`)).body.status_counts).toMatchObject(counts)
      }
    }
  })
})

describe('R-35: hidden and missing ids', () => {
  it('are answered with equal bytes and headers: single, bulk, merge, reactions, responses (R-35)', async () => {
    const { createComment } = await createClients()
    const { staff: client, createComment: sayHere } = await createClients()
    const [hidden, own] = [(await createComment()).id, (await sayHere()).id]
    const requests: Record<string, (id: number) => Promise<Answer>> = {
      get: (id) => client.get(`/reviews/${id}`),
      responses: (id) => client.get(`/reviews/${id}/responses`),
      'reaction list': (id) => client.get(`/reviews/${id}/reactions`),
      reaction: (id) => client.post(`/reviews/${id}/reactions`, { kind: 'up' }),
      'bad reaction': (id) => client.post(`/reviews/${id}/reactions`, { kind: 'heart' }),
      edit: (id) => client.put(`/reviews/${id}`, { review: { comment: 'x' } }),
      'empty edit': (id) => client.put(`/reviews/${id}`, {}),
      delete: (id) => client.delete(`/reviews/${id}/admin_destroy`, reason),
      similar: (id) => client.get(`/reviews/${id}/similar`),
      accept: (id) => client.post(`/reviews/${id}/accept_and_edit`, {}),
      'bulk triage': (id) =>
        client.patch('/reviews/bulk_triage', { review_ids: [own, id], triage_status: 'concur' }),
      'bad bulk triage': (id) => client.patch('/reviews/bulk_triage', { review_ids: [id] }),
      'bulk adjudicate': (id) => client.patch('/reviews/bulk_adjudicate', { review_ids: [id, own] }),
      merge: (id) => client.patch('/reviews/merge', { review_ids: [own, id], survivor_id: own }),
      'bad merge': (id) => client.patch('/reviews/merge', { review_ids: [id] }),
    }
    for (const path of [
      'triage',
      'adjudicate',
      'reopen',
      'withdraw',
      'section',
      'assignment',
      'admin_withdraw',
      'admin_restore',
      'move_to_rule',
    ]) {
      requests[path] = (id) => client.patch(`/reviews/${id}/${path}`, {})
    }
    const pickResponseParts = ({ status, text, headers }: Answer) => {
      const responseHeaders = Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id'))
      return [status, text, responseHeaders]
    }
    for (const [name, send] of Object.entries(requests)) {
      const missing = pickResponseParts(await send(UNKNOWN))
      expect([name, ...pickResponseParts(await send(hidden))]).toEqual([name, ...missing])
      expect([name, missing[0]]).toEqual([name, 404])
    }
  })
})

describe('R-34: one failing member', () => {
  it('changes nothing in a bulk decision, whatever its position', async () => {
    const { component, createComment, staff } = await createClients()
    const good = [(await createComment()).id, (await createComment()).id]
    const bad = {
      closed: (await createComment(closed)).id,
      reply: (await createComment({ respondingToReviewId: good[0] ?? 0 })).id,
      canonical: (await createComment()).id,
    }
    await createComment({
      triageStatus: 'duplicate',
      duplicateOfReviewId: bad.canonical,
      adjudicatedAt: new Date(),
    })
    const target = (await createComment()).id
    const decisions: Record<string, Record<string, unknown>> = {
      closed: { triage_status: 'informational', response_comment: 'Thanks' },
      reply: { triage_status: 'concur' },
      canonical: { triage_status: 'duplicate', duplicate_of_review_id: target },
    }
    const before = await countTraces(component.id)
    for (const [field, id] of Object.entries(bad)) {
      for (const review_ids of [
        [id, ...good],
        [...good, id],
      ]) {
        const answer = await staff.patch('/reviews/bulk_triage', { ...decisions[field], review_ids })
        expect([field, answer.status]).toEqual([field, 422])
        expect(await countTraces(component.id)).toEqual(before)
      }
    }
    const text = { triage_status: 'concur', response_comment: 'x'.repeat(4001) }
    expect((await staff.patch('/reviews/bulk_triage', { ...text, review_ids: good })).status).toBe(422)
    expect((await staff.patch('/reviews/bulk_adjudicate', { review_ids: good })).status).toBe(422)
    expect(await countTraces(component.id)).toEqual(before)
  })

  it('changes nothing in a merge', async () => {
    const { component, rule, author, createComment, staff } = await createClients()
    const good = [(await createComment()).id, (await createComment()).id]
    const bad = [
      (await createComment(closed)).id,
      (await createComment({ respondingToReviewId: good[0] ?? 0 })).id,
      (await world.createReview(rule, author)).id,
      (await createComment({ action: 'approve', triageStatus: null })).id,
    ]
    const before = await countTraces(component.id)
    for (const id of bad) {
      const body = { review_ids: [...good, id], survivor_id: good[0] }
      expect((await staff.patch('/reviews/merge', body)).status).toBe(422)
    }
    expect(await countTraces(component.id)).toEqual(before)
  })
})

describe('R-5: every answer of a write', () => {
  it('contains the current reactions and names, as the caller sees them (R-5)', async () => {
    const { component, rule, viewer, admin, author, commenter, staff, createComment } = await createClients()
    const target = await world.createRule(component)
    const patch =
      (path: string, body: Record<string, unknown> = {}) =>
      (client: Rest, id: number) =>
        client.patch(`/reviews/${id}/${path}`, body)
    const steps: [
      string,
      Parameters<typeof createComment>[0],
      (client: Rest, id: number) => Promise<Answer>,
      Rest?,
    ][] = [
      ['triage', {}, patch('triage', { triage_status: 'concur' })],
      ['adjudicate', { triageStatus: 'concur' }, patch('adjudicate')],
      ['adjudicate again', closed, patch('adjudicate')],
      ['reopen', closed, patch('reopen')],
      ['section', {}, patch('section', { section: 'title', ...reason })],
      ['same section', {}, patch('section', { section: null, ...reason })],
      ['assignment', {}, patch('assignment', { due_on: '2030-01-01' })],
      ['admin_withdraw', {}, patch('admin_withdraw', reason)],
      ['admin_restore', closed, patch('admin_restore', reason)],
      ['move', {}, patch('move_to_rule', { rule_id: target.id, ...reason })],
      [
        'accept',
        {},
        (client, id) => client.post(`/reviews/${id}/accept_and_edit`, { rule: {}, triage_status: 'concur' }),
      ],
      [
        'bulk',
        {},
        (client, id) => client.patch('/reviews/bulk_triage', { review_ids: [id], triage_status: 'concur' }),
      ],
      [
        'bulk close',
        { triageStatus: 'concur' },
        (client, id) => client.patch('/reviews/bulk_adjudicate', { review_ids: [id] }),
      ],
      ['stale', {}, patch('triage', { triage_status: 'concur', expected_lock_version: 9 })],
      ['edit', {}, (client, id) => client.put(`/reviews/${id}`, { review: { comment: 'B' } }), commenter],
      ['withdraw', {}, patch('withdraw'), commenter],
    ]
    for (const [name, input, send, client = staff] of steps) {
      const { id } = await createComment(input)
      for (const [user, kind] of [
        [admin, 'up'],
        [author, 'up'],
        [viewer, 'down'],
      ] as const) {
        await world.stored((em) => em.create(Reaction, { reviewId: id, userId: user.id, kind }))
      }
      await world.createReview(rule, author, { respondingToReviewId: id })
      const { body } = await send(client, id)
      const review: Body = body.review ?? body.reviews?.[0]
      expect([name, review]).toMatchObject([
        name,
        {
          reactions: { up: 2, down: 1, mine: client === staff ? 'up' : 'down' },
          author_name: viewer.name,
          name: viewer.name,
          commenter_display_name: viewer.name,
          responses_count: 1,
          rule_displayed_name: name === 'move' ? 'ABCD-01-000002' : 'ABCD-01-000001',
        },
      ])
    }
  })
})

describe('R-8: a commenter who has left', () => {
  it.each(['removed', 'deleted'] as const)(
    '%s: staff can continue, and the name is preserved',
    async (how) => {
      const { project, component, rule, author, staff } = await createClients()
      const formerMember = await world.createMember(project, 'viewer')
      const { id } = await world.createReview(rule, formerMember)
      const other = await world.createReview(rule, formerMember)
      if (how === 'deleted') {
        const administrator = await world.rest(await world.createSystemAdmin())
        expect((await administrator.delete(`/users/${formerMember.id}`)).status).toBe(200)
      } else await reader().deleteFrom('memberships').where('user_id', '=', formerMember.id).execute()
      const target = await world.createRule(component)
      const names = {
        commenter_display_name: formerMember.name,
        author_name: formerMember.name,
        name: formerMember.name,
        commenter_imported: how === 'deleted',
      }
      for (const [path, body] of [
        ['triage', { triage_status: 'concur', response_comment: 'Thanks' }],
        ['adjudicate', {}],
        ['reopen', {}],
        ['section', { section: 'title', ...reason }],
        ['move_to_rule', { rule_id: target.id, ...reason }],
        ['admin_withdraw', reason],
        ['admin_restore', reason],
      ] as const) {
        const answer = await staff.patch(`/reviews/${id}/${path}`, { ...body })
        expect([path, answer.status, answer.body.review]).toMatchObject([path, 200, names])
      }
      const merged = await staff.patch('/reviews/merge', { review_ids: [id, other.id], survivor_id: id })
      expect([merged.status, merged.body.duplicates?.[0]]).toMatchObject([200, names])
      const { body } = await (await world.rest(author)).get(`/projects/${project.id}/comments`)
      expect(body.rows).toMatchObject([{ author_name: formerMember.name }])
    },
  )
})

describe('R-41: a text of 4,000 characters', () => {
  it('can be redirected, edited, moved, merged, triaged, closed, re-opened and copied (R-41)', async () => {
    const { component, rule, commenter, staff } = await createClients()
    const [parent, target] = [await world.createRule(component), await world.createRule(component)]
    await world.stored((em) =>
      em.create(Satisfaction, { ruleId: rule.id, satisfiedByRuleId: parent.id, componentId: component.id }),
    )
    const text = '🦉'.repeat(4000)
    const post = async () =>
      (await commenter.post(`/rules/${rule.id}/reviews`, { review: { action: 'comment', comment: text } }))
        .body.review
    const [first, second] = [await post(), await post()]
    expect(first.comment).toBe(`[Re: ABCD-01-000001] ${text}`)
    const edited = await commenter.put(`/reviews/${first.id}`, { review: { comment: first.comment } })
    expect([edited.status, edited.body.review?.comment]).toEqual([200, first.comment])
    const all = [first.id, second.id]
    for (const [path, body] of [
      [`${first.id}/move_to_rule`, { rule_id: target.id, ...reason }],
      ['merge', { review_ids: all, survivor_id: first.id }],
      [`${first.id}/triage`, { triage_status: 'non_concur', response_comment: text }],
      [`${first.id}/adjudicate`, { resolution_comment: text }],
      [`${first.id}/reopen`, {}],
      [`${first.id}/section`, { section: 'fixtext', ...reason }],
    ] as const) {
      const answer = await staff.patch(`/reviews/${path}`, { ...body })
      expect([path, answer.status, answer.text.slice(0, 200)]).toMatchObject([path, 200, expect.anything()])
    }
    const { comment } = (await commenter.get(`/reviews/${first.id}`)).body.review
    expect(comment).toBe(
      `[Merged with comments on ABCD-01-000002]\n\n[Moved from ABCD-01-000002: Because.] [Re: ABCD-01-000001] ${text}`,
    )
  })
})

describe('R-20: the target of a duplicate', () => {
  it('cannot be itself, in another component, a duplicate, reply, action, or a deleted or unknown comment (R-20)', async () => {
    const { component, viewer, project, staff, createComment } = await createClients()
    const otherScene = await createClients()
    const sibling = await world.createReview(
      await world.createRule(await world.createComponent(project)),
      viewer,
    )
    const [a, b, c] = [(await createComment()).id, (await createComment()).id, (await createComment()).id]
    const deletedRule = await world.createRule(component, { deletedAt: new Date() } as Partial<Rule>)
    const destroyed = (await createComment()).id
    await staff.delete(`/reviews/${destroyed}/admin_destroy`, reason)
    const markDuplicate = async (id: number, duplicate_of_review_id: unknown, bulk = false) => {
      const decision = { triage_status: 'duplicate', duplicate_of_review_id }
      const { status, body } = bulk
        ? await staff.patch('/reviews/bulk_triage', { ...decision, review_ids: [id] })
        : await staff.patch(`/reviews/${id}/triage`, decision)
      return status === 200 ? 200 : [status, body.toast.variant, Object.keys(body.errors), body.reason]
    }
    const toRejection = (label: string) => [
      422,
      'danger',
      ['duplicate_of_review_id'],
      `review.duplicate_${label}`,
    ]
    for (const bulk of [false, true]) {
      expect(await markDuplicate(a, a, bulk)).toEqual(toRejection('of_itself'))
      for (const target of [
        sibling.id,
        (await otherScene.createComment()).id,
        (await createComment({ respondingToReviewId: b })).id,
        (await createComment({ action: 'approve', triageStatus: null })).id,
        (await world.createReview(deletedRule, viewer)).id,
        destroyed,
        UNKNOWN,
      ]) {
        expect(await markDuplicate(a, target, bulk)).toEqual(toRejection('elsewhere'))
      }
      for (const target of ['x', [b], { id: b }, 1.5, 0, -1]) {
        expect((await markDuplicate(a, target, bulk)) !== 200).toBe(true)
      }
    }
    expect(await markDuplicate(a, String(b))).toBe(200)
    expect(await markDuplicate(c, a)).toEqual(toRejection('chain'))
    expect(await markDuplicate(b, c)).toEqual(toRejection('chain'))
    expect(await markDuplicate(c, a, true)).toEqual(toRejection('chain'))
    expect(await markDuplicate(b, c, true)).toEqual(toRejection('chain'))
    expect(await markDuplicate(c, b)).toBe(200)
  })
})
