import { describe, expect, it } from 'vitest'
import { appRouter } from '../../../routers/index.ts'
import { createThreeComments } from '../../support/comments.ts'
import { createWorldUnder } from '../../support/world.ts'

/** Requests wait for locks and clocks differ, so the stored times do not show the order of the writes. */

let now = new Date()
const world = createWorldUnder({}, appRouter, () => now)
const setTime = (seconds: number) => {
  now = new Date(Date.UTC(2026, 2, 1, 9, 30, seconds))
}

async function createDecidedComment(steps: ('reply' | 'decision' | 'merge')[], seconds: number[]) {
  const { rule, author, admin, ids } = await createThreeComments(world)
  const [id = 0] = ids
  // The age of a session is measured with the machine's clock.
  now = new Date()
  const [client, merging] = [await world.rest(author), await world.rest(admin)]
  let decision: string | undefined
  for (const [index, step] of steps.entries()) {
    setTime(seconds[index] ?? 0)
    if (step === 'decision') await client.patch(`/reviews/${id}/triage`, { triage_status: 'concur' })
    if (step === 'merge') {
      const { body } = await merging.patch('/reviews/merge', { review_ids: ids, survivor_id: ids[1] })
      decision = body.decision_id
    }
    if (step === 'reply') {
      const review = { action: 'comment', comment: 'But why?', responding_to_review_id: id }
      expect((await client.post(`/rules/${rule.id}/reviews`, { review })).status).toBe(200)
    }
  }
  const undone = decision
    ? await merging.post(`/components/${rule.componentId}/undo_decision`, { decision_id: decision })
    : await client.post(`/reviews/${id}/undo`, {})
  const { body } = await client.get(`/reviews/${id}`)
  return { status: undone.status, reason: undone.body.reason, replies: body.review.responses_count }
}

describe('undoing a decision', () => {
  it.each(['decision', 'merge'] as const)('is possible if a reply was posted before the %s', async (step) => {
    const undone = await createDecidedComment(['reply', step], [5, 4])
    expect(undone).toEqual({ status: 200, reason: undefined, replies: 1 })
  })

  it.each(['decision', 'merge'] as const)('is rejected if a reply was posted after the %s', async (step) => {
    const undone = await createDecidedComment([step, 'reply'], [5, 4])
    expect(undone).toEqual({ status: 409, reason: 'review.decision_overtaken', replies: 1 })
  })

  it('does not mistake a reply of the same moment for its response', async () => {
    expect(await createDecidedComment(['decision', 'reply'], [4, 4])).toMatchObject({
      status: 409,
      replies: 1,
    })
    expect(await createDecidedComment(['reply', 'decision'], [4, 4])).toMatchObject({
      status: 200,
      replies: 1,
    })
  })
})
