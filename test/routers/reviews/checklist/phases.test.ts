import { describe, expect, it } from 'vitest'
import type { Review } from '../../../../entities/review.ts'
import { createCommentScene, PHASES, setPhase, type CommentScene } from '../../../support/comments.ts'
import type { Answer, Rest } from '../../../support/rest.ts'
import { createWorld } from '../../../support/world.ts'

const world = createWorld()
const reason = { audit_comment: 'Because.' }
const closed = { triageStatus: 'concur', adjudicatedAt: new Date() } as const

interface Hands extends CommentScene {
  commenter: Rest
  staff: Rest
  say: (values?: Parameters<typeof world.createReview>[2]) => Promise<Review>
}

/** One cell per phase of rule R-14: open, closed, adjudicating, finalized. */
type Row = { cells: string; run: (hands: Hands) => Promise<Answer> }

const post = (hands: Hands, review: Record<string, unknown>) =>
  hands.commenter.post(`/rules/${hands.rule.id}/reviews`, {
    review: { action: 'comment', comment: 'x', ...review },
  })

const staff = (path: string, body: Record<string, unknown> = {}, values = {}) => ({
  run: async ({ staff: client, say }: Hands) =>
    client.patch(`/reviews/${(await say(values)).id}/${path}`, body),
})

/** The fifteen operations of the matrix, followed by those that only this service has. */
const MATRIX: Record<string, Row> = {
  'a new comment': { cells: 'Y N N N', run: (hands) => post(hands, {}) },
  'a reply': {
    cells: 'Y N Y N',
    run: async (hands) => post(hands, { responding_to_review_id: (await hands.say()).id }),
  },
  'a reaction': {
    cells: 'Y N N N',
    run: async ({ commenter, say }) =>
      commenter.post(`/reviews/${(await say()).id}/reactions`, { kind: 'up' }),
  },
  triage: { cells: 'Y Y Y N', ...staff('triage', { triage_status: 'concur' }) },
  'bulk triage': {
    cells: 'Y Y Y N',
    run: async ({ staff: client, say }) =>
      client.patch('/reviews/bulk_triage', { review_ids: [(await say()).id], triage_status: 'concur' }),
  },
  adjudicate: { cells: 'Y Y Y N', ...staff('adjudicate', {}, { triageStatus: 'concur' }) },
  reopen: { cells: 'Y Y Y N', ...staff('reopen', {}, closed) },
  withdraw: {
    cells: 'Y Y Y N',
    run: async ({ commenter, say }) => commenter.patch(`/reviews/${(await say()).id}/withdraw`),
  },
  edit: {
    cells: 'Y Y Y N',
    run: async ({ commenter, say }) =>
      commenter.put(`/reviews/${(await say()).id}`, { review: { comment: 'Better' } }),
  },
  section: { cells: 'Y Y Y N', ...staff('section', { section: 'title', ...reason }) },
  merge: {
    cells: 'Y Y Y N',
    run: async ({ staff: client, say }) => {
      const ids = [(await say()).id, (await say()).id]
      return client.patch('/reviews/merge', { review_ids: ids, survivor_id: ids[0] })
    },
  },
  admin_withdraw: { cells: 'Y Y Y Y', ...staff('admin_withdraw', reason) },
  admin_restore: { cells: 'Y Y Y Y', ...staff('admin_restore', reason, closed) },
  admin_destroy: {
    cells: 'Y Y Y Y',
    run: async ({ staff: client, say }) =>
      client.delete(`/reviews/${(await say()).id}/admin_destroy`, reason),
  },
  move_to_rule: {
    cells: 'Y Y Y Y',
    run: async ({ staff: client, say, component }) => {
      const body = { rule_id: (await world.createRule(component)).id, ...reason }
      return client.patch(`/reviews/${(await say()).id}/move_to_rule`, body)
    },
  },
  'bulk adjudicate': {
    cells: 'Y Y Y N',
    run: async ({ staff: client, say }) =>
      client.patch('/reviews/bulk_adjudicate', { review_ids: [(await say({ triageStatus: 'concur' })).id] }),
  },
  'accept and edit': {
    cells: 'Y Y Y N',
    run: async ({ staff: client, say }) =>
      client.post(`/reviews/${(await say()).id}/accept_and_edit`, {
        rule: { title: 'Changed' },
        triage_status: 'concur',
      }),
  },
  assignment: { cells: 'Y Y Y N', ...staff('assignment', { due_on: '2030-01-01' }) },
  'editing a reply': {
    cells: 'Y Y Y N',
    run: async ({ commenter, say }) => {
      const reply = await say({ respondingToReviewId: (await say()).id })
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
  ({ project }: Hands) => `/projects/${project.id}/comments`,
  ({ component }: Hands) => `/components/${component.id}/comments`,
  ({ viewer }: Hands) => `/users/${viewer.id}/comments`,
  ({ project }: Hands) => `/api/projects/${project.id}/triage_summary`,
  ({ component }: Hands) => `/api/components/${component.id}/triage_summary`,
  async ({ say }: Hands) => `/reviews/${(await say()).id}`,
  async ({ say }: Hands) => `/reviews/${(await say()).id}/responses`,
  async ({ say }: Hands) => `/reviews/${(await say()).id}/reactions`,
]

async function hands(): Promise<Hands> {
  const scene = await createCommentScene(world)
  return {
    ...scene,
    commenter: await world.rest(scene.viewer),
    staff: await world.rest(scene.admin),
    say: (values = {}) => world.createReview(scene.rule, scene.viewer, values),
  }
}

describe('R-14: the phase matrix', () => {
  const phases = Object.keys(PHASES) as (keyof typeof PHASES)[]

  it.each(phases.map((phase, column) => [phase, column] as const))(
    '%s allows and rejects writes as the matrix says; the overrides of administrators are always allowed (R-14, R-15)',
    async (phase, column) => {
      const scene = await hands()
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
    const scene = await hands()
    await setPhase(world, scene.component, 'finalized')
    const review = await scene.say()
    const triage = async (client: Rest) =>
      (await client.patch(`/reviews/${review.id}/triage`, { triage_status: 'concur' })).status
    expect(await triage(await world.rest(scene.nonMember))).toBe(404)
    expect(await triage(scene.commenter)).toBe(403)
    expect(await triage(scene.staff)).toBe(422)
  })
})
