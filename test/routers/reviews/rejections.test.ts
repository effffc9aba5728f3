import { describe, expect, it } from 'vitest'
import { createCommentScene, setPhase } from '../../support/comments.ts'
import type { Answer, Rest } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const UNKNOWN = 2_147_483_647
const reason = { audit_comment: 'Because.' }
const closed = { triageStatus: 'concur', adjudicatedAt: new Date() } as const

async function createClients() {
  const scene = await createCommentScene(world)
  const { rule, viewer } = scene
  const createComment = async (values: Parameters<typeof world.createReview>[2] = {}) =>
    (await world.createReview(rule, viewer, values)).id
  return {
    ...scene,
    createComment,
    commenter: await world.rest(viewer),
    staff: await world.rest(scene.admin),
  }
}
type Clients = Awaited<ReturnType<typeof createClients>>

/** The rejected request, the variant of its toast, the message, and the title of the operation (rule R-55). */
type Row = [string, 'danger' | 'warning', RegExp, string, (clients: Clients) => Promise<Answer>]

const patch = (client: Rest, id: number, path: string, body: Record<string, unknown> = {}) =>
  client.patch(`/reviews/${id}/${path}`, body)
const triage =
  (body: Record<string, unknown>, values = {}) =>
  async ({ staff, createComment }: Clients) =>
    patch(staff, await createComment(values), 'triage', body)
const post =
  (review: Record<string, unknown>) =>
  ({ commenter, rule }: Clients) =>
    commenter.post(`/rules/${rule.id}/reviews`, { review: { action: 'comment', comment: 'x', ...review } })
const override =
  (path: string, audit_comment: string) =>
  async ({ staff, createComment }: Clients) =>
    patch(staff, await createComment(), path, { audit_comment })

const ROWS: Row[] = [
  [
    'a status that is missing',
    'danger',
    /^Triage status must be one of/,
    'Could not save triage',
    triage({}),
  ],
  [
    'an unknown status',
    'danger',
    /^Triage status must be one of/,
    'Could not save triage',
    triage({ triage_status: 'agreed' }),
  ],
  [
    'a status that is no text',
    'danger',
    /^Triage status must/,
    'Could not save triage',
    triage({ triage_status: 5 }),
  ],
  ['pending', 'danger', /not a decision/, 'Could not save triage', triage({ triage_status: 'pending' })],
  [
    'a decline without text',
    'danger',
    /decline needs a response/,
    'Could not save triage',
    triage({ triage_status: 'non_concur' }),
  ],
  [
    'a duplicate of nothing',
    'danger',
    /canonical/,
    'Could not save triage',
    triage({ triage_status: 'duplicate' }),
  ],
  [
    'addressed by nothing',
    'danger',
    /requirement/,
    'Could not save triage',
    triage({ triage_status: 'addressed_by' }),
  ],
  [
    'a closed comment',
    'warning',
    /already closed/,
    'Could not save triage',
    triage({ triage_status: 'concur' }, closed),
  ],
  [
    'a target elsewhere',
    'danger',
    /same component/,
    'Could not save triage',
    triage({ triage_status: 'addressed_by', addressed_by_rule_id: UNKNOWN }),
  ],
  [
    'triage of a reply',
    'danger',
    /Only a top-level comment has a status/,
    'Could not save triage',
    async (hand) =>
      patch(
        hand.staff,
        await hand.createComment({ respondingToReviewId: await hand.createComment() }),
        'triage',
        {
          triage_status: 'concur',
        },
      ),
  ],
  [
    'closing a pending comment',
    'warning',
    /Triage this comment/,
    'Could not close',
    async ({ staff, createComment }) => patch(staff, await createComment(), 'adjudicate'),
  ],
  [
    're-opening an open comment',
    'warning',
    /not closed/,
    'Could not reopen',
    async ({ staff, createComment }) => patch(staff, await createComment(), 'reopen'),
  ],
  [
    're-opening a reply, which is never closed',
    'warning',
    /Only a top-level comment has a status/,
    'Could not reopen',
    async ({ staff, createComment }) =>
      patch(staff, await createComment({ respondingToReviewId: await createComment() }), 'reopen'),
  ],
  [
    're-opening a withdrawn comment',
    'warning',
    /withdrawn/,
    'Could not reopen',
    async ({ staff, createComment }) =>
      patch(staff, await createComment({ ...closed, triageStatus: 'withdrawn' }), 'reopen'),
  ],
  [
    'restoring an open comment',
    'warning',
    /nothing to restore/,
    'Could not restore',
    override('admin_restore', 'x'),
  ],
  [
    'withdrawing a decided comment',
    'warning',
    /already been triaged/,
    'Could not withdraw',
    async ({ commenter, createComment }) =>
      patch(commenter, await createComment({ triageStatus: 'concur' }), 'withdraw'),
  ],
  [
    'editing a decided comment',
    'warning',
    /Only a pending comment/,
    'Could not save edit',
    async ({ commenter, createComment }) =>
      commenter.put(`/reviews/${await createComment({ triageStatus: 'needs_clarification' })}`, {
        review: { comment: 'x' },
      }),
  ],
  [
    'a blank reason',
    'danger',
    /^Audit comment must not be blank/,
    'Could not force-withdraw',
    override('admin_withdraw', ' '),
  ],
  [
    'a long reason',
    'danger',
    /4097.*4096/,
    'Could not force-withdraw',
    override('admin_withdraw', 'x'.repeat(4097)),
  ],
  [
    'moving to where it is',
    'warning',
    /already/,
    'Could not move',
    async ({ staff, createComment, rule }) =>
      patch(staff, await createComment(), 'move_to_rule', { rule_id: rule.id, ...reason }),
  ],
  [
    'moving without a target',
    'danger',
    /^Rule id is required/,
    'Could not move',
    async ({ staff, createComment }) => patch(staff, await createComment(), 'move_to_rule', reason),
  ],
  [
    'moving to another component',
    'warning',
    /another component/,
    'Could not move',
    async ({ staff, createComment, project }) => {
      const other = await world.createRule(await world.createComponent(project))
      return patch(staff, await createComment(), 'move_to_rule', { rule_id: other.id, ...reason })
    },
  ],
  [
    'an unknown section',
    'danger',
    /^Section must be one of/,
    'Could not save section',
    async ({ staff, createComment }) =>
      patch(staff, await createComment(), 'section', { section: 'Fix', ...reason }),
  ],
  [
    'an unknown section of a new comment',
    'danger',
    /^Section must be one of/,
    'Could not post',
    post({ section: 'Fix' }),
  ],
  [
    'an unknown action',
    'danger',
    /^Action must be one of: comment, request_review/,
    'Could not post',
    post({ action: 'lock' }),
  ],
  ['a blank text', 'danger', /^Comment must not be blank/, 'Could not post', post({ comment: '\n ' })],
  ['a long text', 'danger', /at most 4000 characters/, 'Could not post', post({ comment: 'x'.repeat(4001) })],
  [
    'a reply to nothing',
    'danger',
    /same requirement/,
    'Could not post',
    post({ responding_to_review_id: UNKNOWN }),
  ],
  [
    'a reply elsewhere',
    'danger',
    /same requirement/,
    'Could not post',
    async (hand) =>
      post({ responding_to_review_id: (await world.createReview(hand.component, hand.viewer)).id })(hand),
  ],
  [
    'a step without the role',
    'danger',
    /needs the role reviewer/,
    'Could not post',
    post({ action: 'approve' }),
  ],
  [
    'an illegal step',
    'danger',
    /review/,
    'Could not post',
    ({ staff, rule }) =>
      staff.post(`/rules/${rule.id}/reviews`, { review: { action: 'approve', comment: 'x' } }),
  ],
  [
    'an unknown reaction',
    'danger',
    /^Kind must be up or down/,
    'Could not save reaction',
    async ({ commenter, createComment }) =>
      commenter.post(`/reviews/${await createComment()}/reactions`, { kind: 'heart' }),
  ],
  [
    'merging one alone',
    'danger',
    /nothing to merge/,
    'Could not merge',
    async ({ staff, createComment }) => {
      const id = await createComment()
      return staff.patch('/reviews/merge', { review_ids: [id], survivor_id: id })
    },
  ],
  [
    'a comment after the window',
    'danger',
    /not open for comments/,
    'Could not post',
    async (hand) => {
      await setPhase(world, hand.component, 'closed')
      return post({})(hand)
    },
  ],
  [
    'a decision on final comments',
    'danger',
    /final/,
    'Could not save triage',
    async (hand) => {
      await setPhase(world, hand.component, 'finalized')
      return triage({ triage_status: 'concur' })(hand)
    },
  ],
  [
    'a template without a name',
    'danger',
    /^Name must not be blank/,
    'Could not save template',
    ({ staff, project }) =>
      staff.post(`/projects/${project.id}/triage_response_templates`, {
        triage_response_template: { name: ' ', body: 'x' },
      }),
  ],
]

describe('the rejection catalogue (R-55)', () => {
  it.each(ROWS)(
    '%s: a %s toast names its own failure (R-55, R-18)',
    async (_, variant, message, title, send) => {
      const { status, body, headers } = await send(await createClients())
      expect([status, body.toast?.variant, body.toast?.title]).toEqual([422, variant, title])
      expect(body.toast.message.join(' ')).toMatch(message)
      expect(body.reason).toMatch(/^[a-z_.]+$/)
      expect(headers.get('content-type')).toContain('application/json')
    },
  )

  it('answers role denials as problem documents, never as 5xx (R-55)', async () => {
    const { commenter, createComment, admin, staff } = await createClients()
    const id = await createComment()
    for (const answer of [
      await patch(commenter, id, 'triage', { triage_status: 'concur' }),
      await patch(commenter, id, 'admin_restore', reason),
      await commenter.patch('/reviews/merge', { review_ids: [id], survivor_id: id }),
      await commenter.patch('/reviews/bulk_triage', { review_ids: [id], triage_status: 'concur' }),
      await commenter.delete(`/reviews/${id}/admin_destroy`, reason),
      await patch(staff, id, 'withdraw'),
    ]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/problem+json'])
      expect(answer.body).toMatchObject({
        reason: 'permission_denied',
        type: expect.stringMatching(/#permission_denied$/),
        toast: { variant: 'danger' },
      })
    }
    const { body } = await patch(commenter, id, 'triage')
    expect(body.admins).toEqual([{ name: admin.name, email: admin.email }])
  })

  it('E-3: returns a 400 problem for a malformed body and a missing wrapper', async () => {
    const { commenter, rule, createComment } = await createClients()
    const id = await createComment()
    for (const answer of [
      await commenter.post(`/rules/${rule.id}/reviews`, { action: 'comment', comment: 'x' }),
      await commenter.post(`/rules/${rule.id}/reviews`, { review: 'x' }),
      await commenter.put(`/reviews/${id}`, { comment: 'x' }),
    ]) {
      expect([answer.status, answer.body.reason]).toEqual([400, 'parameter_missing'])
    }
    const broken = await commenter.send('POST', `/rules/${rule.id}/reviews`, '{"review":', {
      'content-type': 'application/json',
    })
    expect([broken.status, broken.body.reason]).toEqual([400, 'malformed_request'])
  })

  it('returns one toast with all validation errors', async () => {
    const { commenter, rule } = await createClients()
    const { body } = await commenter.post(`/rules/${rule.id}/reviews`, {
      review: { action: 'x', section: 'y' },
    })
    expect(body.toast.message).toHaveLength(3)
    expect(Object.keys(body.errors)).toEqual(['action', 'comment', 'section'])
  })

  it('ignores a target that the decision does not use (R-28), and answers 200', async () => {
    const { staff, createComment } = await createClients()
    const [id, other] = [await createComment(), await createComment()]
    const { status, body } = await patch(staff, id, 'triage', {
      triage_status: 'concur',
      duplicate_of_review_id: other,
      addressed_by_rule_id: UNKNOWN,
    })
    expect([status, body.review?.duplicate_of_review_id, body.review?.addressed_by_rule_id]).toEqual([
      200,
      null,
      null,
    ])
  })
})
