import { describe, expect, it } from 'vitest'
import type { Review } from '../../../../entities/review.ts'
import { createCommentScene, PHASES, setPhase, type CommentScene } from '../../../support/comments.ts'
import type { Answer, Rest } from '../../../support/rest.ts'
import { createWorld } from '../../../support/world.ts'

const world = createWorld()
const reason = { audit_comment: 'Because.' }
const closed = { triageStatus: 'concur', adjudicatedAt: new Date() } as const

interface Clients extends CommentScene {
  commenter: Rest
  staff: Rest
  createComment: (values?: Parameters<typeof world.createReview>[2]) => Promise<Review>
}

/** One cell per phase of rule R-14: open, closed, adjudicating, finalized. */
type Row = { cells: string; run: (clients: Clients) => Promise<Answer> }

const post = (clients: Clients, review: Record<string, unknown>) =>
  clients.commenter.post(`/rules/${clients.rule.id}/reviews`, {
    review: { action: 'comment', comment: 'x', ...review },
  })

const patchAsStaff = (path: string, body: Record<string, unknown> = {}, values = {}) => ({
  run: async ({ staff: client, createComment }: Clients) =>
    client.patch(`/reviews/${(await createComment(values)).id}/${path}`, body),
})

/** The fifteen operations of the matrix, followed by those that only this service has. */
const MATRIX: Record<string, Row> = {
  'a new comment': { cells: 'Y N N N', run: (clients) => post(clients, {}) },
  'a reply': {
    cells: 'Y N Y N',
    run: async (clients) => post(clients, { responding_to_review_id: (await clients.createComment()).id }),
  },
  'a reaction': {
    cells: 'Y N N N',
    run: async ({ commenter, createComment }) =>
      commenter.post(`/reviews/${(await createComment()).id}/reactions`, { kind: 'up' }),
  },
  triage: { cells: 'Y Y Y N', ...patchAsStaff('triage', { triage_status: 'concur' }) },
  'bulk triage': {
    cells: 'Y Y Y N',
    run: async ({ staff: client, createComment }) =>
      client.patch('/reviews/bulk_triage', {
        review_ids: [(await createComment()).id],
        triage_status: 'concur',
      }),
  },
  adjudicate: { cells: 'Y Y Y N', ...patchAsStaff('adjudicate', {}, { triageStatus: 'concur' }) },
  reopen: { cells: 'Y Y Y N', ...patchAsStaff('reopen', {}, closed) },
  withdraw: {
    cells: 'Y Y Y N',
    run: async ({ commenter, createComment }) =>
      commenter.patch(`/reviews/${(await createComment()).id}/withdraw`),
  },
  edit: {
    cells: 'Y Y Y N',
    run: async ({ commenter, createComment }) =>
      commenter.put(`/reviews/${(await createComment()).id}`, { review: { comment: 'Better' } }),
  },
  section: { cells: 'Y Y Y N', ...patchAsStaff('section', { section: 'title', ...reason }) },
  merge: {
    cells: 'Y Y Y N',
    run: async ({ staff: client, createComment }) => {
      const ids = [(await createComment()).id, (await createComment()).id]
      return client.patch('/reviews/merge', { review_ids: ids, survivor_id: ids[0] })
    },
  },
  admin_withdraw: { cells: 'Y Y Y Y', ...patchAsStaff('admin_withdraw', reason) },
  admin_restore: { cells: 'Y Y Y Y', ...patchAsStaff('admin_restore', reason, closed) },
  admin_destroy: {
    cells: 'Y Y Y Y',
    run: async ({ staff: client, createComment }) =>
      client.delete(`/reviews/${(await createComment()).id}/admin_destroy`, reason),
  },
  move_to_rule: {
    cells: 'Y Y Y Y',
    run: async ({ staff: client, createComment, component }) => {
      const body = { rule_id: (await world.createRule(component)).id, ...reason }
      return client.patch(`/reviews/${(await createComment()).id}/move_to_rule`, body)
    },
  },
  'bulk adjudicate': {
    cells: 'Y Y Y N',
    run: async ({ staff: client, createComment }) =>
      client.patch('/reviews/bulk_adjudicate', {
        review_ids: [(await createComment({ triageStatus: 'concur' })).id],
      }),
  },
  'accept and edit': {
    cells: 'Y Y Y N',
    run: async ({ staff: client, createComment }) =>
      client.post(`/reviews/${(await createComment()).id}/accept_and_edit`, {
        rule: { title: 'Changed' },
        triage_status: 'concur',
      }),
  },
  assignment: { cells: 'Y Y Y N', ...patchAsStaff('assignment', { due_on: '2030-01-01' }) },
  'editing a reply': {
    cells: 'Y Y Y N',
    run: async ({ commenter, createComment }) => {
      const reply = await createComment({ respondingToReviewId: (await createComment()).id })
      return commenter.put(`/reviews/${reply.id}`, { review: { comment: 'Better' } })
    },
  },
  'a review action': {
    cells: 'Y Y Y Y',
    run: async ({ staff: client, component }) => {
      const rule = await world.createRule(component)
      return client.post(`/rules/${rule.id}/reviews`, { review: { action: 'lock_control', comment: 'x' } })
    },
  },
}

/** Reads, which every phase allows. */
const READS = [
  ({ project }: Clients) => `/projects/${project.id}/comments`,
  ({ component }: Clients) => `/components/${component.id}/comments`,
  ({ viewer }: Clients) => `/users/${viewer.id}/comments`,
  ({ project }: Clients) => `/api/projects/${project.id}/triage_summary`,
  ({ component }: Clients) => `/api/components/${component.id}/triage_summary`,
  async ({ createComment }: Clients) => `/reviews/${(await createComment()).id}`,
  async ({ createComment }: Clients) => `/reviews/${(await createComment()).id}/responses`,
  async ({ createComment }: Clients) => `/reviews/${(await createComment()).id}/reactions`,
]

async function createClients(): Promise<Clients> {
  const scene = await createCommentScene(world)
  return {
    ...scene,
    commenter: await world.rest(scene.viewer),
    staff: await world.rest(scene.admin),
    createComment: (values = {}) => world.createReview(scene.rule, scene.viewer, values),
  }
}

describe('R-14: the phase matrix', () => {
  const phases = Object.keys(PHASES) as (keyof typeof PHASES)[]

  it.each(phases.map((phase, column) => [phase, column] as const))(
    '%s allows and rejects writes as the matrix says; the overrides of administrators are always allowed (R-14, R-15)',
    async (phase, column) => {
      const scene = await createClients()
      await setPhase(world, scene.component, phase)
      const outcomes: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const [name, { cells, run }] of Object.entries(MATRIX)) {
        const { status, body } = await run(scene)
        outcomes[name] = status === 200 ? 'Y' : `${status} ${body.toast?.variant}`
        expected[name] = cells.split(' ')[column] === 'Y' ? 'Y' : '422 danger'
      }
      expect(outcomes).toEqual(expected)
      for (const path of READS) expect((await scene.commenter.get(await path(scene))).status).toBe(200)
    },
  )

  it('is not revealed to users who fail the role check, and members get the role error first (R-16)', async () => {
    const scene = await createClients()
    await setPhase(world, scene.component, 'finalized')
    const review = await scene.createComment()
    const triage = async (client: Rest) =>
      (await client.patch(`/reviews/${review.id}/triage`, { triage_status: 'concur' })).status
    expect(await triage(await world.rest(scene.nonMember))).toBe(404)
    expect(await triage(scene.commenter)).toBe(403)
    expect(await triage(scene.staff)).toBe(422)
  })
})
