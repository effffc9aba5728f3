import { listReviews, type Review } from '../undo/store.ts'

/** The rows that a bulk write is based on. */
export type SeenRow = Pick<Review, 'id' | 'lock_version' | 'triage_status' | 'adjudicated_at'>

/** A comment that another user changed during a bulk decision: before, and now. */
export interface RowChange {
  seen: SeenRow
  now: Review
}

/** Returns the changed comments that a bulk error names, each with its previous row; empty for other errors. */
export function readChanges(error: unknown, seen: readonly SeenRow[]): readonly RowChange[] {
  return listReviews(error).flatMap((now) => {
    const before = seen.find(({ id }) => id === now.id)
    return before ? [{ seen: before, now }] : []
  })
}
