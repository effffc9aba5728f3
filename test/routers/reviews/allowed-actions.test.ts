import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Rule } from '../../../entities/rule.ts'
import { appRouter } from '../../../routers/index.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import type { CommentAction } from '../../../workflows/comments/allowed-actions.ts'
import { createCommentScene, PHASES, type CommentScene, setPhase } from '../../support/comments.ts'
import { createWorldUnder } from '../../support/world.ts'

let now = new Date()
const world = createWorldUnder({}, appRouter, () => now)

type Client = Awaited<ReturnType<typeof world.rest>>
type MoveScene = CommentScene & { destination: Rule }
type ActionPermissions = Record<
  CommentAction,
  { allowed: boolean; reason: string | null; message: string | null }
>

const overridden = { audit_comment: 'For a test.' }

/** The request of each action on a comment. */
const CALLS: Record<
  CommentAction,
  (client: Client, id: number, scene: MoveScene) => ReturnType<Client['get']>
> = {
  reply: (client, id, { rule }) =>
    client.post(`/rules/${rule.id}/reviews`, {
      review: { action: 'comment', comment: 'A reply.', responding_to_review_id: id },
    }),
  react: (client, id) => client.post(`/reviews/${id}/reactions`, { kind: 'up' }),
  edit: (client, id) => client.put(`/reviews/${id}`, { review: { comment: 'Other words.' } }),
  withdraw: (client, id) => client.patch(`/reviews/${id}/withdraw`, {}),
  triage: (client, id) => client.patch(`/reviews/${id}/triage`, { triage_status: 'informational' }),
  accept_and_edit: (client, id) =>
    client.post(`/reviews/${id}/accept_and_edit`, { triage_status: 'concur', rule: { title: 'Better.' } }),
  adjudicate: (client, id) => client.patch(`/reviews/${id}/adjudicate`, {}),
  reopen: (client, id) => client.patch(`/reviews/${id}/reopen`, {}),
  undo: (client, id) => client.post(`/reviews/${id}/undo`, {}),
  assign: (client, id) => client.patch(`/reviews/${id}/assignment`, { assignee_id: null }),
  section: (client, id) => client.patch(`/reviews/${id}/section`, { section: 'fixtext', ...overridden }),
  move_to_rule: (client, id, { destination }) =>
    client.patch(`/reviews/${id}/move_to_rule`, { rule_id: destination.id, ...overridden }),
  admin_withdraw: (client, id) => client.patch(`/reviews/${id}/admin_withdraw`, overridden),
  admin_restore: (client, id) => client.patch(`/reviews/${id}/admin_restore`, overridden),
  admin_destroy: (client, id) => client.delete(`/reviews/${id}/admin_destroy`, overridden),
}

const STATES = {
  pending: {},
  'accepted, open': { triageStatus: 'concur' },
  'accepted, closed': { triageStatus: 'concur', adjudicatedAt: new Date('2026-02-01T10:00:00Z') },
  withdrawn: { triageStatus: 'withdrawn', adjudicatedAt: new Date('2026-02-01T10:00:00Z') },
} as const

const PEOPLE = ['viewer', 'author', 'admin', 'systemAdmin'] as const

async function createComment(state: keyof typeof STATES, phase: keyof typeof PHASES) {
  const scene = await createCommentScene(world)
  const destination = await world.createRule(scene.component)
  const { id } = await world.createReview(scene.rule, scene.viewer, STATES[state])
  await setPhase(world, scene.component, phase)
  return { scene: { ...scene, destination }, id }
}

async function toRows(client: Client, path: string): Promise<{ id: number; allowed_actions?: object }[]> {
  const { status, body } = await client.get(path)
  expect(status).toBe(200)
  return body.rows
}

async function readAllowed(client: Client, id: number): Promise<ActionPermissions> {
  const { status, body } = await client.get(`/reviews/${id}`)
  expect(status).toBe(200)
  return body.allowed_actions
}

describe('allowed actions of a comment', () => {
  const cases = (Object.keys(STATES) as (keyof typeof STATES)[]).flatMap((state) =>
    (state === 'pending' ? (Object.keys(PHASES) as (keyof typeof PHASES)[]) : (['open'] as const)).map(
      (phase) => ({ state, phase }),
    ),
  )

  it.each(cases)(
    'are exactly those that the service accepts for a comment with state $state in the phase $phase',
    async ({ state, phase }) => {
      const differing: string[] = []
      const { scene } = await createComment(state, phase)
      for (const person of PEOPLE) {
        const client = await world.rest(scene[person])
        for (const action of Object.keys(CALLS) as CommentAction[]) {
          const { id } = await world.createReview(scene.rule, scene.viewer, STATES[state])
          const { [action]: allowedAction } = await readAllowed(client, id)
          const { status, body } = await CALLS[action](client, id, scene)
          const accepted = status < 300
          const sameReason = accepted || allowedAction.reason === (body.reason ?? body.error)
          if (accepted !== allowedAction.allowed || !sameReason) {
            differing.push(
              `${person} ${action}: ${JSON.stringify(allowedAction)}, but ${status} ${body.reason}`,
            )
          }
        }
      }
      expect(differing).toEqual([])
    },
  )

  it('are listed with the caller’s comments and replies, equal to GET /reviews/{id}', async () => {
    const differing: string[] = []
    for (const { state, phase } of cases) {
      const { scene, id } = await createComment(state, phase)
      const parent = await world.createReview(scene.rule, scene.author)
      const reply = await world.createReview(scene.rule, scene.viewer, { respondingToReviewId: parent.id })
      const withdrawn = await world.createReview(scene.rule, scene.viewer, {
        respondingToReviewId: parent.id,
        withdrawnAt: new Date('2026-02-01T10:00:00Z'),
      })
      const listed = `/components/${scene.component.id}/comments?triage_status=all`
      for (const list of [listed, `${listed}&page=1&per_page=7`, `/reviews/${parent.id}/responses`]) {
        const rows = await toRows(await world.rest(scene.viewer), list)
        const ids = list === `/reviews/${parent.id}/responses` ? [reply.id, withdrawn.id] : [id]
        for (const id of ids) {
          const { edit, withdraw } = await readAllowed(await world.rest(scene.viewer), id)
          const allowedAction = rows.find((row) => row.id === id)?.allowed_actions
          if (!isDeepStrictEqual(allowedAction, { edit, withdraw })) {
            differing.push(`${state} ${phase} ${list}: ${JSON.stringify(allowedAction)}`)
          }
        }
      }
      const others = await toRows(await world.rest(scene.admin), listed)
      expect(others.find((row) => row.id === id)).not.toHaveProperty('allowed_actions')
    }
    expect(differing).toEqual([])
  })

  it('offer to undo the caller’s decision for ten minutes, and contain the deadline', async () => {
    now = new Date()
    const { scene, id } = await createComment('pending', 'open')
    const [author, admin] = [await world.rest(scene.author), await world.rest(scene.admin)]
    await author.patch(`/reviews/${id}/triage`, { triage_status: 'concur' })
    const until = new Date(now.getTime() + 600_000)
    const comment = (await author.get(`/reviews/${id}`)).body
    expect(comment.allowed_actions.undo.allowed).toBe(true)
    expect(comment.undoable_until).toBe(toWireTime(until))
    expect((await admin.get(`/reviews/${id}`)).body).toMatchObject({
      undoable_until: null,
      allowed_actions: { undo: { allowed: false, reason: 'review.nothing_to_undo' } },
    })
    now = new Date(until.getTime() + 1)
    expect((await author.get(`/reviews/${id}`)).body).toMatchObject({
      undoable_until: null,
      allowed_actions: { undo: { allowed: false, reason: 'review.nothing_to_undo' } },
    })
    now = new Date()
  })
})
