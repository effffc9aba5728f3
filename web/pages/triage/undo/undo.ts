import { api, client, queryClient } from '../../../api/client.ts'
import { draftsOf } from '../../../api/drafts.ts'
import { problemOf } from '../../../api/errors.ts'
import { arrivalOf } from '../decide/decide.ts'
import { count } from '../queue/counts.ts'
import { patchRow, refetchQueues, showReview } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import {
  updateUndoEntry,
  storeSnapshot,
  reviewIn,
  tell,
  isPending,
  type UndoEntry,
  type Review,
  type Step,
} from './store.ts'

/** Where the response to a comment is kept while it is written. */
export const responsePlace = (reviewId: number) => `triage:${reviewId}`

/**
 * Takes a decision back: the comments are shown as they were in the frame of the key, and again as they are when the
 * service refuses. The response that came with it is a draft again. Never throws; answers whether it is taken back.
 */
export async function undoEntry(entry: UndoEntry, personId: number): Promise<boolean> {
  updateUndoEntry(entry.key, { state: 'undoing' })
  if (storeSnapshot().refused) tell({ refused: null })
  const decided = entry.before.flatMap((was) => swapped(was))
  const arrived = isPending(entry.before.map(({ id }) => id))
  const keep = async () => {
    if (entry.size === 1 && entry.response.trim() !== '') {
      await draftsOf(personId).keep(responsePlace(entry.first), entry.response)
    }
  }
  await keep()
  try {
    await arrivalOf(entry.key)
    const now = storeSnapshot().undoEntries.find(({ key }) => key === entry.key)
    // Refused meanwhile: there is nothing to take back, and its own strip says why.
    if (!now) return false
    for (const step of now.steps) for (const review of await undone(step)) showReview(review)
    updateUndoEntry(entry.key, null)
    // A decision that was still on its way has forgotten its draft when it arrived.
    await keep()
    return true
  } catch (error) {
    const problem = problemOf(error)
    for (const row of decided) swapped(row)
    const theirs = reviewIn(error)
    if (theirs) showReview(theirs)
    // Without an answer it may be asked for again; what was refused once stays refused.
    const kept = updateUndoEntry(entry.key, problem.status === 0 ? { state: 'done' } : null)
    tell({ refused: { entry: kept ?? entry, problem } })
    return false
  } finally {
    arrived()
    if (entry.size > 1) {
      void refetchQueues()
      void queryClient.invalidateQueries(api.reviews.pathFilter())
    }
  }
}

async function undone(step: Step): Promise<readonly Review[]> {
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

/** Shows a row in another state, with the version that it has; answers how it was shown. */
function swapped(to: Row): Row[] {
  const was = patchRow(to.id, (now) => ({ ...now, ...to, lock_version: now.lock_version }))
  count(was, to.triage_status)
  return was ? [was] : []
}
