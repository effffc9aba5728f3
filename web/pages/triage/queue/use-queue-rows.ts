import { useMemo, useState } from 'react'
import type { Sort } from '../search.ts'
import { toGroupKey, groupRows, type RowGroup } from './groups.ts'
import { isSameGroup, type Row } from './rows.ts'

/** A row by its index, or the heading of a group. */
export type QueueRow = number | RowGroup

/** Whether a line of the queue is the heading of a group. */
export function isRun(line: QueueRow): line is RowGroup {
  return typeof line !== 'number'
}

/**
 * The lines of the queue. By requirement, each group has a heading; `folded` lists only the comments of the selected
 * group.
 */
export function useQueueRows(
  rows: readonly Row[],
  { sort, folded, current }: { sort: Sort; folded: boolean; current: Row | undefined },
): readonly QueueRow[] {
  const selectedGroup = current && toGroupKey(current)
  // A decision changes a row, not the order: don't compute the lines of 20,000 rows again.
  const order = useSame(rows, hasSamePosition)
  return useMemo((): readonly QueueRow[] => {
    if (sort !== 'rule') return order.map((_, index) => index)
    const all: QueueRow[] = []
    for (const run of groupRows(order)) {
      all.push(run)
      if (!folded || run.key === selectedGroup) for (const index of run.rowIndexes) all.push(index)
    }
    return all
  }, [order, sort, folded, selectedGroup])
}

function hasSamePosition(a: Row, b: Row): boolean {
  return a === b || (a.id === b.id && isSameGroup(a, b))
}

/** Keeps the previous array if its items are equal. */
export function useSame<T>(list: readonly T[], isSame: (a: T, b: T) => boolean): readonly T[] {
  const [stableList, setStableList] = useState(list)
  if (stableList === list) return stableList
  if (
    stableList.length === list.length &&
    stableList.every((item, index) => isSame(item, list[index] ?? item))
  ) {
    return stableList
  }
  setStableList(list)
  return list
}
