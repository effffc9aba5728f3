import { client, type Inputs } from '../../../api/client.ts'
import { toLockVersions } from '../clusters/cluster.ts'
import { toDecisionInput, type Verdict } from '../decide/decisions.ts'
import { findRow, showReview } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import { toListInput, type TriageFilter } from '../search.ts'
import { addUndoEntry } from '../undo/store.ts'
import type { ComparedRow } from './row-changes.ts'

/** The maximum number of ids in one request. */
export const IDS = 500

/** The target of a bulk decision: selected comments, or all that match a filter. */
export type Selection =
  | { kind: 'rows'; rows: readonly Row[] }
  | { kind: 'filter'; filter: TriageFilter; total: number }

export type BulkSelection = Pick<
  Inputs['reviews']['bulkTriage'],
  'review_ids' | 'filter' | 'expected_lock_versions'
>

/**
 * Builds the request. It skips closed comments, because one of them would reject all, and changed comments until the
 * user includes them.
 */
export function toBulkSelection(
  selection: Selection,
  componentId: number,
  changed: readonly { before: ComparedRow; now: ComparedRow }[],
  included: ReadonlySet<number>,
): { request: BulkSelection | null; closed: number; isTooLarge: boolean } {
  if (selection.kind === 'filter') {
    const { rule_id: rule } = selection.filter
    const filter = {
      resolved: 'false' as const,
      ...toListInput(selection.filter),
      component_id: componentId,
      ...(rule === null ? {} : { rule_id: rule }),
    }
    return { request: { filter }, closed: 0, isTooLarge: false }
  }
  const now = selection.rows.flatMap((row): ComparedRow[] => {
    const change = changed.find(({ before }) => before.id === row.id)
    return change ? (included.has(row.id) ? [change.now] : []) : [row]
  })
  const open = now.filter(({ adjudicated_at }) => adjudicated_at === null)
  const fits = open.length > 0 && open.length <= IDS
  const request = { review_ids: open.map(({ id }) => id), expected_lock_versions: toLockVersions(open) }
  return { request: fits ? request : null, closed: now.length - open.length, isTooLarge: open.length > IDS }
}

/** Decides on all comments in one request, and records it for undo; returns their number. */
export async function decideOnMany(
  request: BulkSelection,
  verdict: Verdict,
  location: { componentId: number; projectId: number },
): Promise<number> {
  const answer = await client.reviews.bulkTriage.mutate({ ...request, ...toDecisionInput(verdict) })
  const { reviews, left_out: skippedCount = 0, decision_id: decision } = answer
  const before = reviews.flatMap(({ id }) => findRow(id) ?? [])
  for (const review of reviews) showReview(review)
  const [first] = reviews
  const size = reviews.length + skippedCount
  if (decision !== undefined && first) {
    addUndoEntry({
      ...location,
      choice: verdict.choice,
      size,
      firstId: first.id,
      before,
      response: verdict.response,
      decidedAt: Date.now(),
      state: 'done',
      steps: [{ kind: 'many', componentId: location.componentId, decision }],
      stays: null,
    })
  }
  return size
}
