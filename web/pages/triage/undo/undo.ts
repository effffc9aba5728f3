import { api, client, queryClient } from '../../../api/client.ts'
import { openDrafts } from '../../../api/drafts.ts'
import { toProblem } from '../../../api/errors.ts'
import { toResponseDraftId } from '../../comments/use-draft.ts'
import { updateCounts } from '../queue/counts.ts'
import { patchRow, refetchQueues, showReview } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import {
  updateUndoEntry,
  readStore,
  readStaleReview,
  updateStore,
  markPending,
  waitForDecision,
  type UndoEntry,
  type Review,
  type Step,
} from './store.ts'

/** Returns the draft id of the response to a comment. */

/**
 * Undoes a decision: shows the previous rows at once, and rolls back if the service rejects the undo. The response
 * becomes a draft again. Never throws; resolves to whether it was undone.
 */
export async function undoEntry(entry: UndoEntry, personId: number): Promise<boolean> {
  updateUndoEntry(entry.key, { state: 'undoing' })
  if (readStore().failedUndo) updateStore({ failedUndo: null })
  // The counts of a decision on several comments are refetched, also when it is undone.
  const show = (row: Row) => swapRow(row, entry.size === 1)
  const decided = entry.before.flatMap(show)
  const clearPending = markPending(entry.before.map(({ id }) => id))
  const storeDraft = async () => {
    if (entry.size === 1 && entry.response.trim() !== '') {
      await openDrafts(personId).store(toResponseDraftId(entry.firstId), entry.response)
    }
  }
  await storeDraft()
  try {
    await waitForDecision(entry.key)
    const now = readStore().undoEntries.find(({ key }) => key === entry.key)
    // The decision failed in the meantime: there is nothing to undo, and its own banner says why.
    if (!now) return false
    for (const step of now.steps) for (const review of await undoStep(step)) showReview(review)
    updateUndoEntry(entry.key, null)
    // A decision that was in flight deleted its draft when it arrived.
    await storeDraft()
    return true
  } catch (error) {
    const problem = toProblem(error)
    for (const row of decided) show(row)
    const theirs = readStaleReview(error)
    if (theirs) showReview(theirs)
    // Without an answer the undo can be retried; a rejected undo can't.
    const updated = updateUndoEntry(entry.key, problem.status === 0 ? { state: 'done' } : null)
    updateStore({ failedUndo: { entry: updated ?? entry, problem } })
    return false
  } finally {
    clearPending()
    if (entry.size > 1) {
      void refetchQueues()
      void queryClient.invalidateQueries(api.reviews.pathFilter())
    }
  }
}

async function undoStep(step: Step): Promise<readonly Review[]> {
  if (step.kind === 'one') {
    const { review } = await client.reviews.undo.mutate({
      reviewId: step.reviewId,
      expected_lock_version: step.version,
    })
    return [review]
  }
  const { componentId, decision } = step
  return (await client.reviews.undoBulk.mutate({ componentId, decision_id: decision })).reviews
}

/** Shows a row in another state, with its current version; returns the previous row. */
function swapRow(newRow: Row, isCounted: boolean): Row[] {
  const previous = patchRow(newRow.id, (now) => ({ ...now, ...newRow, lock_version: now.lock_version }))
  if (isCounted) updateCounts(previous, newRow.triage_status)
  return previous ? [previous] : []
}
