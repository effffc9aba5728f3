import { isOpenElsewhere } from '../../presence/present.ts'
import { findNextUndecided } from './groups.ts'
import type { Row } from './rows.ts'

/**
 * Returns the next undecided comment that no other user has open, so that triagers share a queue; else the next one of
 * all.
 */
export function findNextFree(rows: readonly Row[], after: number): Row | undefined {
  return findNextUndecided(rows, after, ({ id }) => !isOpenElsewhere(id)) ?? findNextUndecided(rows, after)
}
