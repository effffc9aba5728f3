import type { Decision } from '../../../../src/vocabulary.ts'
import { client, type Outputs } from '../../../api/client.ts'
import { toDecisionInput, type Verdict } from '../decide/decisions.ts'
import { findRow, showReview } from '../queue/queue.ts'
import { isUndecided } from '../queue/rows.ts'
import { addUndoEntry, readStore, trackDecision, updateUndoEntry, type Step } from '../undo/store.ts'

export type Cluster = Outputs['reviews']['commentClusters']['rows'][number]
export type Member = Cluster['reviews'][number]

/** The survivor, whether it is undecided, and the other undecided comments. */
export function splitCluster(
  { reviews, proposed_survivor_id: proposed }: Cluster,
  excludedIds: ReadonlySet<number>,
): { survivor: Member | undefined; waits: boolean; others: Member[] } {
  const survivor = reviews.find(({ id }) => id === proposed) ?? reviews[0]
  const others = reviews.filter(
    (review) => review !== survivor && isUndecided(review) && !excludedIds.has(review.id),
  )
  return { survivor, waits: survivor !== undefined && isUndecided(survivor), others }
}

/**
 * Decides on a group, each comment with the version on screen. For duplicates the survivor comes first: if the second
 * step fails, the first one stays and the error is reported. The undo entry exists from the start, because the event of
 * the decision can arrive before its response; it keeps the successful steps.
 */
export async function decideTogether(
  survivor: Member,
  waiting: readonly Member[],
  verdict: Verdict,
  kind: 'same' | 'duplicates',
  projectId: number,
): Promise<void> {
  const before = waiting.flatMap(({ id }) => findRow(id) ?? [])
  const { key } = addUndoEntry({
    choice: verdict.choice,
    projectId,
    componentId: survivor.component_id,
    size: waiting.length,
    firstId: survivor.id,
    before,
    response: verdict.response,
    decidedAt: Date.now(),
    state: 'sending',
    steps: [],
    stays: null,
  })
  const steps: Step[] = []
  const request = sendTogether(survivor, waiting, verdict, kind, steps).finally(() => {
    const [first] = steps
    const state = isUndoing(key) ? 'undoing' : 'done'
    const isPartial = steps.length === 1 && first?.kind === 'one'
    updateUndoEntry(key, first ? { steps, state, ...(isPartial ? { size: 1, before: [] } : {}) } : null)
  })
  trackDecision(key, request)
  return request
}

/** Sends the decision in one or two requests, and adds each successful step in front of `steps`. */
async function sendTogether(
  survivor: Member,
  waiting: readonly Member[],
  verdict: Verdict,
  kind: 'same' | 'duplicates',
  steps: Step[],
): Promise<void> {
  const { component_id: componentId } = survivor
  const others = waiting.filter(({ id }) => id !== survivor.id)
  const decideOnMembers = async (members: readonly Member[], body: Body) => {
    const { reviews, decision_id: decision } = await client.reviews.bulkTriage.mutate({
      review_ids: members.map(({ id }) => id),
      expected_lock_versions: toLockVersions(members),
      ...body,
    })
    for (const review of reviews) showReview(review)
    if (decision !== undefined) steps.unshift({ kind: 'many', componentId, decision })
  }
  if (kind === 'same') return decideOnMembers(waiting, toDecisionInput(verdict))
  if (others.length < waiting.length) {
    const guard = { reviewId: survivor.id, expected_lock_version: survivor.lock_version }
    const { review } = await client.reviews.triage.mutate({ ...guard, ...toDecisionInput(verdict) })
    showReview(review)
    steps.unshift({ kind: 'one', reviewId: review.id, version: review.lock_version })
  }
  await decideOnMembers(others, { triage_status: 'duplicate', duplicate_of_review_id: survivor.id })
}

const isUndoing = (key: number) =>
  readStore().undoEntries.some((entry) => entry.key === key && entry.state === 'undoing')

type Body = Omit<ReturnType<typeof toDecisionInput>, 'triage_status'> & { triage_status: Decision }

/** The versions on screen by id, for a bulk write. */
export function toLockVersions(rows: readonly Pick<Member, 'id' | 'lock_version'>[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ id, lock_version }) => [id, lock_version]))
}
