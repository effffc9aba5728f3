import { UNDO_MS } from '../../../src/vocabulary.ts'

/** A change of many requirements that one made. */
export interface BulkUndo {
  componentId: number
  updateId: string
  at: number
}

/** The newest change of a component that can still be taken back; undefined where there is none. */
export function lastBulkUndo<T extends BulkUndo>(
  all: readonly T[],
  componentId: number,
  now: number,
): T | undefined {
  return all.findLast((one) => one.componentId === componentId && now - one.at < UNDO_MS)
}
