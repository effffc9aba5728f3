import type { Sort } from '../search.ts'
import { isSameGroup, isUndecided, type Row } from './rows.ts'

/** The comments of one requirement, or of the component itself, as indexes of rows. */
export interface RowGroup {
  key: string
  rule_id: number | null
  name: string
  rowIndexes: number[]
}

/** Returns the key of a comment's group: its requirement, or its component. */
export function toGroupKey({ component_id, rule_id }: Pick<Row, 'component_id' | 'rule_id'>): string {
  return `${component_id} ${rule_id ?? 'component'}`
}

/**
 * Returns the other comments on the same requirement. In requirement order they are adjacent, so few rows are scanned.
 */
export function findSiblings(row: Row, rows: readonly Row[], sort: Sort): Row[] {
  const isSibling = (candidate: Row | undefined): candidate is Row =>
    candidate !== undefined && isSameGroup(candidate, row)
  const index = sort === 'rule' ? rows.findIndex(({ id }) => id === row.id) : -1
  if (index < 0) return rows.filter((item) => item.id !== row.id && isSibling(item))
  let start = index
  while (isSibling(rows[start - 1])) start -= 1
  let end = index + 1
  while (isSibling(rows[end])) end += 1
  return [...rows.slice(start, index), ...rows.slice(index + 1, end)]
}

/** Groups ordered rows by requirement. */
export function groupRows(rows: readonly Row[]): RowGroup[] {
  const runs = new Map<string, RowGroup>()
  let before: Row | undefined
  let run: RowGroup | undefined
  rows.forEach((row, index) => {
    // Rows of one requirement are usually adjacent.
    if (!before || !isSameGroup(before, row)) {
      const key = toGroupKey(row)
      run = runs.get(key) ?? { key, rule_id: row.rule_id, name: row.rule_displayed_name, rowIndexes: [] }
      runs.set(key, run)
    }
    before = row
    run?.rowIndexes.push(index)
  })
  return [...runs.values()]
}

/** Returns the next undecided comment that is accepted, wrapping around at the end; none if there is none. */
export function findNextUndecided(
  rows: readonly Row[],
  after: number,
  accepts: (row: Row) => boolean = () => true,
): Row | undefined {
  const index = rows.findIndex(({ id }) => id === after)
  for (let step = 1; step <= rows.length; step += 1) {
    const row = rows[(index + step) % rows.length]
    if (row && row.id !== after && isUndecided(row) && accepts(row)) return row
  }
  return undefined
}

/** Returns the first comment of the next or previous requirement in row order. */
export function findNextGroup(rows: readonly Row[], currentId: number, direction: 1 | -1): Row | undefined {
  const position = rows.findIndex(({ id }) => id === currentId)
  const current = rows[position]
  if (!current) return undefined
  const differs = (other: Row, reference: Row) => !isSameGroup(other, reference)
  if (direction === 1) return rows.slice(position + 1).find((row) => differs(row, current))
  const end = rows.findLastIndex((row, index) => index < position && differs(row, current))
  const last = rows[end]
  if (!last) return undefined
  return rows[rows.findLastIndex((row, index) => index < end && differs(row, last)) + 1]
}
