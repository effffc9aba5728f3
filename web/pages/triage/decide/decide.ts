import { client, showAtOnce } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { runAfterPaint } from '../../../app/after-paint.ts'
import { updateCounts } from '../queue/counts.ts'
import { patchRow, showReview } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import {
  updateUndoEntry,
  readStore,
  expectEcho,
  recordFailure,
  addUndoEntry,
  readStaleReview,
  dismissFailure,
  markPending,
  trackDecision,
} from '../undo/store.ts'
import { toDecisionInput, closesComment, type Verdict } from './decisions.ts'

/** Marks a comment as closed until the answer has the time. */
const PROVISIONAL_TIME = 'now'

/**
 * Decides on a comment: shown at once, sent in one request with the version on screen, and rolled back if the service
 * rejects it. It never retries, and it continues when the user leaves the page. Never throws; resolves to whether it
 * was saved.
 */
export async function decide(row: Row, verdict: Verdict, projectId: number): Promise<boolean> {
  const { choice, response } = verdict
  dismissFailure(row.id)
  const clearPending = markPending([row.id])
  const closed = verdict.close || closesComment(choice.status)
  const before = showAtOnce(() => {
    const previous = patchRow(row.id, (now) => ({
      ...now,
      triage_status: choice.status,
      duplicate_of_review_id: verdict.duplicateOf,
      addressed_by_rule_id: verdict.addressedBy?.id ?? null,
      addressed_by_rule_name: verdict.addressedBy?.name ?? null,
      adjudicated_at: closed ? (now.adjudicated_at ?? PROVISIONAL_TIME) : now.adjudicated_at,
    }))
    updateCounts(previous, choice.status)
    return previous
  })
  const { key } = addUndoEntry({
    choice,
    response,
    projectId,
    componentId: row.component_id,
    size: 1,
    firstId: row.id,
    before: [before ?? row],
    decidedAt: Date.now(),
    state: 'sending',
    steps: [],
    stays: null,
  })
  const request = send(row, verdict, key).then(
    () => true,
    (error: unknown) => {
      // The user undid it already and sees the previous state.
      if (updateUndoEntry(key, null)?.state !== 'undoing') {
        restore(before)
        updateCounts(before && { ...before, triage_status: choice.status }, before?.triage_status ?? null)
      }
      recordFailure({ id: row.id, verdict, problem: toProblem(error), theirs: readStaleReview(error) })
      return false
    },
  )
  trackDecision(key, request)
  const isStored = await request
  clearPending()
  return isStored
}

async function send(row: Row, verdict: Verdict, key: number): Promise<void> {
  await new Promise<void>((resolve) => void runAfterPaint(resolve))
  expectEcho(row.id)
  const { review } = await client.reviews.triage.mutate({
    reviewId: row.id,
    expected_lock_version: row.lock_version,
    ...toDecisionInput(verdict),
  })
  const steps = [{ kind: 'one' as const, reviewId: row.id, version: review.lock_version }]
  const undone = readStore().undoEntries.find((entry) => entry.key === key)?.state === 'undoing'
  // Changes the store and the cache in one render, which would delay the next key twice.
  showAtOnce(() => {
    updateUndoEntry(key, undone ? { steps } : { steps, state: 'done' })
    // The user undid it already and sees the previous state.
    if (!undone) showReview(review)
  })
}

/** Returns the previous row, unless an event brought a newer one. */
export function restore(before: Row | undefined): void {
  if (!before) return
  patchRow(before.id, (now) => (now.lock_version > before.lock_version ? now : before))
}
