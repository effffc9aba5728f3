import { UNDO_MS } from '../src/vocabulary.ts'

/** End of the undo window of decisions and bulk updates. */
export function toUndoDeadline(at: Date): Date {
  return new Date(at.getTime() + UNDO_MS)
}

/** Whether a change made at this time can still be undone. */
export function isUndoable(at: Date, now: Date): boolean {
  return now <= toUndoDeadline(at)
}
