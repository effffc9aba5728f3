import { UNDO_MS } from '../src/vocabulary.ts'

/** Until when people may undo what they did at a time: their decisions, and changes of many requirements. */
export function undoableUntil(at: Date): Date {
  return new Date(at.getTime() + UNDO_MS)
}

export function isUndoable(at: Date, now: Date): boolean {
  return now <= undoableUntil(at)
}
