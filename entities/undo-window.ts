import { UNDO_MS } from '../src/vocabulary.ts'

/** End of the undo window of decisions and bulk updates. */
export function toUndoDeadline(changedAt: Date): Date {
  return new Date(changedAt.getTime() + UNDO_MS)
}

/** Whether a change made at this time can still be undone. */
export function isUndoable(changedAt: Date, now: Date): boolean {
  return now <= toUndoDeadline(changedAt)
}
