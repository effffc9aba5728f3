import { isOpenElsewhere } from '../../presence/present.ts'
import { nextUndecided } from './groups.ts'
import type { Row } from './rows.ts'

/**
 * Returns the next undecided comment that no other user has open, so that triagers share a queue; else the next one of
 * all.
 */
export function nextFree(rows: readonly Row[], after: number): Row | undefined {
  const free = rows.filter(({ id }) => id === after || !isOpenElsewhere(id))
  return nextUndecided(free, after) ?? nextUndecided(rows, after)
}
