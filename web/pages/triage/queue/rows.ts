import type { Outputs } from '../../../api/client.ts'
import { READING_ORDER } from '../../authoring/section-labels.ts'
import type { Sort } from '../search.ts'

type Review = Outputs['reviews']['get']['review']
type ListRow = Outputs['reviews']['ofProject']['rows'][number]

/** A comment in the queue: the properties that lists and single reviews share. */
export type Row = Pick<Review, Extract<keyof Review, keyof ListRow>> & {
  addressed_by_rule_name: string | null
  /** The name of the user who just changed it, shown for a moment. */
  flash?: string
}

/** The properties of a row that a single review updates. */
export function toRow(row: Row | undefined, review: Review): Row {
  return { ...review, addressed_by_rule_name: row?.addressed_by_rule_name ?? null }
}

/** Whether a comment is pending and not closed. */
export function isUndecided({
  triage_status,
  adjudicated_at,
}: Pick<Row, 'triage_status' | 'adjudicated_at'>): boolean {
  return triage_status === 'pending' && adjudicated_at === null
}

/**
 * Sorts rows: by requirement, then section, then time, with comments on the component first; or by age; or by due date,
 * with undated comments last.
 */
export function sortRows(rows: readonly Row[], sort: Sort): Row[] {
  return rows.toSorted((a, b) => compareRows(a, b, sort))
}

/**
 * Merges more rows into ordered rows. Visible rows keep their position and identity, unless the other version is newer.
 */
export function mergeRows(rows: readonly Row[], more: readonly Row[], sort: Sort): Row[] {
  const rowsById = new Map(more.map((row) => [row.id, row]))
  const updated = rows.map((row) => {
    const other = rowsById.get(row.id)
    rowsById.delete(row.id)
    return other && other.lock_version > row.lock_version ? other : row
  })
  const fresh = sortRows([...rowsById.values()], sort)
  const all: Row[] = []
  let index = 0
  for (const row of updated) {
    for (let next = fresh[index]; next && compareRows(next, row, sort) < 0; next = fresh[index]) {
      all.push(next)
      index += 1
    }
    all.push(row)
  }
  return [...all, ...fresh.slice(index)]
}

/**
 * Merges refetched rows with changes during the request: `before` are the rows at the start of the request, `now` the
 * current ones. Decisions, removals and additions in between are preserved.
 */
export function mergeReread(
  refetched: readonly Row[],
  before: readonly Row[],
  now: readonly Row[],
  sort: Sort,
): Row[] {
  const [beforeById, nowById, refetchedById] = [indexById(before), indexById(now), indexById(refetched)]
  const rows = refetched.flatMap((row) => {
    const [previous, current] = [beforeById.get(row.id), nowById.get(row.id)]
    if (!current) return previous ? [] : [row]
    const isUnchanged = current === previous
    const isNewer = isUnchanged
      ? current.lock_version > row.lock_version
      : current.lock_version >= row.lock_version
    return [isNewer ? current : row]
  })
  const added = now.filter(({ id }) => !beforeById.has(id) && !refetchedById.has(id))
  return mergeRows(rows, added, sort)
}

const indexById = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/**
 * Returns the rows of the first pages that can be shown. By requirement, the last group may continue on the next page.
 * It waits for that page, unless it is the only group.
 */
export function removeLastGroup(rows: readonly Row[], sort: Sort): readonly Row[] {
  const last = rows.at(-1)
  if (sort !== 'rule' || !last) return rows
  const end = rows.findLastIndex((row) => !isSameGroup(row, last))
  return end < 0 ? rows : rows.slice(0, end + 1)
}

function compareRows(a: Row, b: Row, sort: Sort): number {
  const [keyA, keyB] = [getSortKey(a, sort), getSortKey(b, sort)]
  return (sort === 'newest' ? -1 : 1) * (keyA === keyB ? a.id - b.id : keyA < keyB ? -1 : 1)
}

/** Rows are immutable, so sort keys are memoized by row. */
const keys: Record<Sort, WeakMap<Row, string>> = {
  rule: new WeakMap(),
  newest: new WeakMap(),
  oldest: new WeakMap(),
  due: new WeakMap(),
}

function getSortKey(row: Row, sort: Sort): string {
  const cached = keys[sort].get(row)
  if (cached !== undefined) return cached
  const key = createSortKey(row, sort)
  keys[sort].set(row, key)
  return key
}

function createSortKey(row: Row, sort: Sort): string {
  const { component_id, rule_id, rule_displayed_name: name, section, created_at, due_on } = row
  if (sort === 'due') return `${due_on ?? 'none'}\0${created_at}`
  if (sort !== 'rule') return created_at
  const index = section === null ? 0 : READING_ORDER.indexOf(section) + 1
  const requirement = rule_id === null ? '' : name
  return [
    String(component_id).padStart(10, '0'),
    requirement,
    String(index).padStart(2, '0'),
    created_at,
  ].join('\0')
}

/** Whether two comments are about one requirement, or one component itself. */
export function isSameGroup(
  row: Pick<Row, 'component_id' | 'rule_id'>,
  other: Pick<Row, 'component_id' | 'rule_id'>,
): boolean {
  return row.component_id === other.component_id && row.rule_id === other.rule_id
}
