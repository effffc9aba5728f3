import { UNDO_MS } from '../../../src/vocabulary.ts'

/** A bulk change of the user. */
export interface BulkUndo {
  componentId: number
  updateId: string
  changedAt: number
}

/** Returns the newest undoable change of a component, or undefined. */
export function findLastBulkUndo<T extends BulkUndo>(
  all: readonly T[],
  componentId: number,
  now: number,
): T | undefined {
  return all.findLast((item) => item.componentId === componentId && now - item.changedAt < UNDO_MS)
}
