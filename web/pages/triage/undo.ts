import { api, client, queryClient } from '../../api/client.ts'
import { draftsOf } from '../../api/drafts.ts'
import { problemOf } from '../../api/errors.ts'
import { count } from './counts.ts'
import { arrivalOf } from './decide.ts'
import {
  changeDeed,
  deskSnapshot,
  reviewIn,
  tell,
  underWay,
  type Deed,
  type Review,
  type Step,
} from './desk.ts'
import { patchRow, rereadQueues, showReview } from './queue.ts'
import type { Row } from './rows.ts'

/** Where the response to a comment is kept while it is written. */
export const responsePlace = (reviewId: number) => `triage:${reviewId}`

/**
 * Takes a decision back: the comments are shown as they were in the frame of the key, and again as they are when the
 * service refuses. The response that came with it is a draft again. Never throws; answers whether it is taken back.
 */
export async function takeBack(deed: Deed, personId: number): Promise<boolean> {
  changeDeed(deed.key, { state: 'undoing' })
  if (deskSnapshot().refused) tell({ refused: null })
  const decided = deed.before.flatMap((was) => swapped(was))
  const arrived = underWay(deed.before.map(({ id }) => id))
  const keep = async () => {
    if (deed.size === 1 && deed.response.trim() !== '')
      await draftsOf(personId).keep(responsePlace(deed.first), deed.response)
  }
  await keep()
  try {
    await arrivalOf(deed.key)
    const now = deskSnapshot().deeds.find(({ key }) => key === deed.key)
    // Refused meanwhile: there is nothing to take back, and its own strip says why.
    if (!now) return false
    for (const step of now.steps) for (const review of await undone(step)) showReview(review)
    changeDeed(deed.key, null)
    // A decision that was still on its way has forgotten its draft when it arrived.
    await keep()
    return true
  } catch (error) {
    const problem = problemOf(error)
    for (const row of decided) swapped(row)
    const theirs = reviewIn(error)
    if (theirs) showReview(theirs)
    // Without an answer it may be asked for again; what was refused once stays refused.
    const kept = changeDeed(deed.key, problem.status === 0 ? { state: 'done' } : null)
    tell({ refused: { deed: kept ?? deed, problem } })
    return false
  } finally {
    arrived()
    if (deed.size > 1) {
      void rereadQueues()
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
