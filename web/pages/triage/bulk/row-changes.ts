import { listStaleReviews, type Review } from '../undo/store.ts'

/** The rows that a bulk write is based on. */
export type ComparedRow = Pick<Review, 'id' | 'lock_version' | 'triage_status' | 'adjudicated_at'>

/** A comment that another user changed during a bulk decision: before, and now. */
export interface RowChange {
  before: ComparedRow
  now: Review
}

/** Returns the changed comments that a bulk error names, each with its previous row; empty for other errors. */
export function readChanges(error: unknown, rows: readonly ComparedRow[]): readonly RowChange[] {
  return listStaleReviews(error).flatMap((now) => {
    const before = rows.find(({ id }) => id === now.id)
    return before ? [{ before, now }] : []
  })
}
