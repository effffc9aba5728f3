import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ResponseTemplate } from '../../../entities/response-template.ts'
import type { Rule } from '../../../entities/rule.ts'
import { Satisfaction } from '../../../entities/satisfaction.ts'
import { createCommentScene } from '../../support/comments.ts'
import { createWorld, createWorldUnder } from '../../support/world.ts'

const world = createWorld()
const limited = createWorldUnder({
  RATE_LIMIT_ENABLED: 'true',
  RATE_LIMIT_COMMENT_MINUTE: '3/365d',
  RATE_LIMIT_REACTION_WRITE: '2/365d',
})
const reason = { audit_comment: 'Because.' }
const reader = () => world.database.queries

async function createClients() {
  const scene = await createCommentScene(world)
  const { rule, viewer } = scene
  const createComment = async (values: Parameters<typeof world.createReview>[2] = {}) =>
    (await world.createReview(rule, viewer, values)).id
  const staff = await world.rest(scene.admin)
  const readReview = async (id: number) => (await staff.get(`/reviews/${id}`)).body.review
  return { ...scene, createComment, see: readReview, staff, commenter: await world.rest(viewer) }
}

/** Numbered rules of comments that no test of a state or an operation covers. */
describe('comment decisions', () => {
  it('R-25: a withdrawn comment rejects triage and re-opening until an administrator restores it', async () => {
    const { staff, commenter, createComment, see } = await createClients()
    const id = await createComment()
    await commenter.patch(`/reviews/${id}/withdraw`)
    for (const [path, body] of [
      ['triage', { triage_status: 'informational' }],
      ['triage', { triage_status: 'concur' }],
      ['reopen', {}],
    ] as const) {
      const answer = await staff.patch(`/reviews/${id}/${path}`, { ...body })
      expect([answer.status, answer.body.toast.variant]).toEqual([422, 'warning'])
    }
    const bulk = { review_ids: [id], triage_status: 'informational' }
    expect((await staff.patch('/reviews/bulk_triage', bulk)).status).toBe(422)
    expect(await see(id)).toMatchObject({ triage_status: 'withdrawn', lock_version: 2 })
    expect((await staff.patch(`/reviews/${id}/admin_restore`, reason)).status).toBe(200)
    expect((await staff.patch(`/reviews/${id}/triage`, { triage_status: 'concur' })).status).toBe(200)
  })

  it('R-31: each response can be matched to its decision by their common request and time', async () => {
    const { staff, createComment } = await createClients()
    const id = await createComment()
    const decide = async (body: Record<string, unknown>) =>
      (await staff.patch(`/reviews/${id}/triage`, body)).body
    const first = await decide({ triage_status: 'non_concur', response_comment: 'No' })
    const second = await decide({ triage_status: 'concur', response_comment: 'Yes after all' })
    expect(second.review).toMatchObject({ triage_status: 'concur', responses_count: 2 })
    expect(second.response_review.created_at).toBe(second.review.triage_set_at)
    const entries = await reader()
      .selectFrom('audit_entries')
      .select(['auditable_id', 'request_id', 'changes'])
      .where('auditable_type', '=', 'Review')
      .where('auditable_id', 'in', [id, first.response_review.id, second.response_review.id])
      .execute()
    const buildRequest = (which: number, status?: string) =>
      entries.find(
        ({ auditable_id, changes }) =>
          auditable_id === which &&
          (!status || JSON.stringify(changes['triage_status']).includes(`,"${status}"`)),
      )?.request_id
    expect(buildRequest(first.response_review.id)).toBe(buildRequest(id, 'non_concur'))
    expect(buildRequest(second.response_review.id)).toBe(buildRequest(id, 'concur'))
    expect(buildRequest(id, 'concur')).not.toBe(buildRequest(id, 'non_concur'))
  })

  it('R-24: a re-opened terminal comment is in neither queue, and is found as unresolved', async () => {
    const { staff, createComment, component } = await createClients()
    const id = await createComment()
    await staff.patch(`/reviews/${id}/triage`, { triage_status: 'informational' })
    await staff.patch(`/reviews/${id}/reopen`)
    const { body } = await staff.get(`/api/components/${component.id}/workflow_state`)
    expect(body.triage).toEqual({ pending: 0, awaiting_adjudication: 0 })
    const summary = await staff.get(`/api/components/${component.id}/triage_summary`)
    expect(summary.body).toMatchObject({ total: 1, adjudicated: 0, by_triage_status: { informational: 1 } })
    const list = await staff.get(`/components/${component.id}/comments?triage_status=all&resolved=false`)
    expect(list.body.rows).toMatchObject([{ id }])
  })
})

describe('comment texts', () => {
  it('R-40: replies and responses stay in their thread on a satisfied requirement', async () => {
    const { component, rule, staff, commenter, createComment } = await createClients()
    const id = await createComment()
    const parent = await world.createRule(component)
    await world.stored((em) =>
      em.create(Satisfaction, { ruleId: rule.id, satisfiedByRuleId: parent.id, componentId: component.id }),
    )
    const reply = await commenter.post(`/rules/${rule.id}/reviews`, {
      review: { action: 'comment', comment: 'x', responding_to_review_id: id },
    })
    expect(reply.body.review).toMatchObject({ rule_id: rule.id, responding_to_review_id: id, comment: 'x' })
    const decided = await staff.patch(`/reviews/${id}/triage`, {
      triage_status: 'non_concur',
      response_comment: 'No',
    })
    expect(decided.body.response_review).toMatchObject({ rule_id: rule.id, comment: 'No' })
    const fresh = await commenter.post(`/rules/${rule.id}/reviews`, {
      review: { action: 'comment', comment: 'x' },
    })
    expect(fresh.body.review.rule_id).toBe(parent.id)
  })

  it('R-41: an edit neither removes nor duplicates the origin marker of a comment', async () => {
    const { staff, commenter, createComment, component } = await createClients()
    const id = await createComment({ comment: 'Old' })
    const target = await world.createRule(component)
    await staff.patch(`/reviews/${id}/move_to_rule`, { rule_id: target.id, ...reason })
    const edit = (comment: string) => commenter.put(`/reviews/${id}`, { review: { comment } })
    const marker = '[Moved from ABCD-01-000001: Because.] '
    expect((await edit('New')).body.review.comment).toBe(`${marker}New`)
    expect((await edit(`${marker}Newer`)).body.review.comment).toBe(`${marker}Newer`)
    expect([(await edit(`${marker} `)).body.reason, (await edit('x'.repeat(4001))).status]).toEqual([
      'review.blank',
      422,
    ])
  })

  it('R-41: a text of the maximum length can be edited with all its markers', async () => {
    const { staff, commenter, createComment, rule, component } = await createClients()
    const id = await createComment({ comment: 'x'.repeat(4000) })
    const target = await world.createRule(component)
    for (const rule_id of [target.id, rule.id, target.id]) {
      await staff.patch(`/reviews/${id}/move_to_rule`, { rule_id, audit_comment: 'y'.repeat(4096) })
    }
    const { comment } = (await commenter.get(`/reviews/${id}`)).body.review
    const edited = await commenter.put(`/reviews/${id}`, { review: { comment } })
    expect([edited.status, edited.body.review.comment]).toEqual([200, comment])
  })

  it('R-26: an edit after a reply and a reaction is marked as edited', async () => {
    const { commenter, staff, createComment, see, rule, author } = await createClients()
    const id = await createComment()
    await world.createReview(rule, author, { respondingToReviewId: id })
    await staff.post(`/reviews/${id}/reactions`, { kind: 'up' })
    expect((await see(id)).edited_at).toBeNull()
    await commenter.put(`/reviews/${id}`, { review: { comment: 'Other' } })
    expect((await see(id)).edited_at).toMatch(/ UTC$/)
  })

  it('R-56: comments of the same second keep their order and their different times', async () => {
    const { createComment, commenter, rule } = await createClients()
    const toTime = (micro: string) => `2026-02-01 10:00:00.${micro}+00`
    const ids = [await createComment(), await createComment()]
    for (const [index, micro] of ['000002', '000001'].entries()) {
      await sql`update reviews set created_at = ${toTime(micro)}::timestamptz where id = ${ids[index]}`.execute(
        reader(),
      )
    }
    const { body } = await commenter.get(`/components/${rule.componentId}/comments`)
    expect(body.rows.map((row: { id: number }) => row.id)).toEqual(ids)
    expect(body.rows.map((row: { created_at: string }) => row.created_at)).toEqual(
      Array(2).fill('2026-02-01 10:00:00 UTC'),
    )
  })
})

describe('counts and locks', () => {
  it('R-10: the counts of a project omit comments on deleted requirements', async () => {
    const { project, component, viewer, staff, createComment } = await createClients()
    await createComment()
    const deletedRule = await world.createRule(component, { deletedAt: new Date() } as Partial<Rule>)
    await world.createReview(deletedRule, viewer)
    const listed = (await staff.get('/projects')).body.find((row: { id: number }) => row.id === project.id)
    expect(listed).toMatchObject({ pending_comment_count: 1, total_comment_count: 1 })
    expect((await staff.get(`/components/${component.id}`)).body.pending_comment_count).toBe(1)
  })

  it('C-53: locking all requirements accepts no other action, and is rejected with one error, in order', async () => {
    const { component, staff } = await createClients()
    const path = `/components/${component.id}/lock`
    for (const action of ['comment', 'approve', 'unlock_control', undefined]) {
      const { status, body } = await staff.post(path, {
        review: { action, comment: 'x', rule_id: 1, user_id: 1 },
      })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['action']])
    }
    const nothing = await staff.post(path, { review: { action: 'lock_control', comment: 'x', extra: {} } })
    expect([nothing.status, nothing.body.toast.variant]).toEqual([422, 'warning'])
    const rows = await reader()
      .selectFrom('reviews')
      .select('id')
      .where('component_id', '=', component.id)
      .execute()
    expect(rows).toEqual([])
  })
})

describe('people in comments', () => {
  it('R-8: deleting an account preserves the names of triager and adjudicator, and works with templates and requests', async () => {
    const { project, rule, createComment, see } = await createClients()
    const deletedRule = await world.createMember(project, 'author')
    const client = await world.rest(deletedRule)
    const id = await createComment()
    await client.patch(`/reviews/${id}/triage`, { triage_status: 'concur' })
    await client.patch(`/reviews/${id}/adjudicate`)
    await client.post(`/rules/${rule.id}/reviews`, { review: { action: 'request_review', comment: 'x' } })
    const template = await world.stored((em) =>
      em.create(ResponseTemplate, {
        projectId: project.id,
        name: 'T',
        body: 'x',
        createdById: deletedRule.id,
      }),
    )
    const assigned = await createComment({ assigneeId: deletedRule.id })
    const administrator = await world.rest(await world.createSystemAdmin())
    expect((await administrator.delete(`/users/${deletedRule.id}`)).status).toBe(200)
    expect(await see(id)).toMatchObject({
      triager_display_name: deletedRule.name,
      triager_imported: true,
      triage_set_by_id: null,
      adjudicator_display_name: deletedRule.name,
      adjudicator_imported: true,
      adjudicated_by_id: null,
    })
    expect((await see(assigned)).assignee_id).toBeNull()
    const { created_by_id } = await reader()
      .selectFrom('response_templates')
      .select('created_by_id')
      .where('id', '=', template.id)
      .executeTakeFirstOrThrow()
    expect(created_by_id).toBeNull()
  })

  it('C-22: filters by people match readers of a release only to their own comments', async () => {
    const { component, rule, viewer, author, createComment } = await createClients()
    const stranger = await world.createUser()
    const assigned = await createComment({ assigneeId: author.id })
    const own = (await world.createReview(rule, stranger)).id
    await reader().updateTable('components').set({ released: true }).where('id', '=', component.id).execute()
    const list = async (user: typeof viewer, filter: string) => {
      const client = await world.rest(user)
      const { body } = await client.get(`/components/${component.id}/comments?${filter}`)
      expect(body.pagination.total).toBe(body.rows.length)
      return body.rows.map(({ id }: { id: number }) => id)
    }
    expect(await list(viewer, `author_id=${viewer.id}`)).toEqual([assigned])
    expect(await list(viewer, `assignee_id=${author.id}`)).toEqual([assigned])
    expect(await list(viewer, 'assignee_id=none')).toEqual([own])
    expect(await list(stranger, `author_id=${viewer.id}`)).toEqual([])
    expect(await list(stranger, `author_id=${viewer.id}&include_rule_content=true`)).toEqual([])
    expect(await list(stranger, `assignee_id=${author.id}&ids=${assigned}`)).toEqual([])
    expect(await list(stranger, `author_id=${stranger.id}`)).toEqual([own])
    expect(await list(stranger, 'assignee_id=none')).toEqual([own, assigned])
  })

  it('C-22: a review step is a 404 for readers of a release, like an unknown id', async () => {
    const { component, rule, author, viewer } = await createClients()
    const step = await world.createReview(rule, author, { action: 'request_review', triageStatus: null })
    await reader().updateTable('components').set({ released: true }).where('id', '=', component.id).execute()
    const [member, stranger] = [await world.rest(viewer), await world.rest(await world.createUser())]
    for (const part of ['', '/responses', '/section_changes', '/similar']) {
      const [seen, hidden, unknown] = await Promise.all([
        member.get(`/reviews/${step.id}${part}`),
        stranger.get(`/reviews/${step.id}${part}`),
        stranger.get(`/reviews/999999999${part}`),
      ])
      expect([seen.status, hidden.status]).toEqual([200, 404])
      expect(hidden.body).toEqual(unknown.body)
    }
  })

  it('R-44: mails of a review step follow the requirement, whatever component the body names', async () => {
    const { rule, author, admin } = await createClients()
    const other = await createClients()
    const client = await world.rest(author)
    for (const component_id of [undefined, other.component.id]) {
      const review = { action: 'request_review', comment: 'Please', component_id }
      expect((await client.post(`/rules/${rule.id}/reviews`, { review })).status).toBe(200)
      await client.post(`/rules/${rule.id}/reviews`, {
        review: { ...review, action: 'revoke_review_request' },
      })
    }
    const mails = await reader()
      .selectFrom('outbox_messages')
      .select('payload')
      .where('kind', '=', 'mail')
      .execute()
    const to = mails.map(({ payload }) => payload['to'])
    expect(to.filter((item) => item === admin.email)).toHaveLength(2)
    expect(to).not.toContain(other.admin.email)
  })

  it('A-67: comments are rate-limited by account, on both routes and with both credentials', async () => {
    const { rule, component, viewer } = await createCommentScene(limited)
    const [session, token] = [await limited.rest(viewer), await limited.restWithToken(viewer)]
    const review = { action: 'comment', comment: 'x' }
    const sent = [
      await session.post(`/rules/${rule.id}/reviews`, { review }),
      await token.post(`/components/${component.id}/reviews`, { review }),
      await token.post(`/rules/${rule.id}/reviews`, { review }),
      await session.post(`/components/${component.id}/reviews`, { review }),
      await token.post(`/rules/${rule.id}/reviews`, { review }),
    ]
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(sent[3]?.body.toast.variant).toBe('danger')
    expect(sent[3]?.headers.get('retry-after')).toMatch(/^\d+$/)
    const id = sent[0]?.body.review.id
    const react = (client: typeof session) => client.post(`/reviews/${id}/reactions`, { kind: 'up' })
    const reacted = [await react(session), await react(token), await react(session)]
    expect(reacted.map(({ status }) => status)).toEqual([200, 200, 429])
  })
})
