import { reviewsIn, type Review } from '../undo/store.ts'

/** What a write on many looked at. */
export type SeenRow = Pick<Review, 'id' | 'lock_version' | 'triage_status' | 'adjudicated_at'>

/** A comment that someone changed while one decided on many: as one saw it, and as it is now. */
export interface RowChange {
  seen: SeenRow
  now: Review
}

/** The comments that a refusal of a write on many names, each beside what was looked at; none of another refusal. */
export function changesIn(error: unknown, seen: readonly SeenRow[]): readonly RowChange[] {
  return reviewsIn(error).flatMap((now) => {
    const before = seen.find(({ id }) => id === now.id)
    return before ? [{ seen: before, now }] : []
  })
}
