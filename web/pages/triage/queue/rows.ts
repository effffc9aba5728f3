import type { Outputs } from '../../../api/client.ts'
import { READING_ORDER } from '../../authoring/section-labels.ts'
import type { Sort } from '../search.ts'

type Review = Outputs['reviews']['get']['review']
type ListRow = Outputs['reviews']['ofProject']['rows'][number]

/** A comment in the queue: what lists and single reviews both tell. */
export type Row = Pick<Review, Extract<keyof Review, keyof ListRow>> & {
  addressed_by_rule_name: string | null
  /** Who has just done something with it, for the moment that it is shown. */
  flash?: string
}

/** What a single review changes of its row. */
export function merged(row: Row | undefined, review: Review): Row {
  return { ...review, addressed_by_rule_name: row?.addressed_by_rule_name ?? null }
}

/** Still to be decided: no one did, or an answer is being waited for. */
export function isUndecided({
  triage_status,
  adjudicated_at,
}: Pick<Row, 'triage_status' | 'adjudicated_at'>): boolean {
  return triage_status === 'pending' && adjudicated_at === null
}

/**
 * Rows in the order of work: by requirement, in it by section, then by time, what is on the component first; or by age,
 * or by what is due, comments without a due date last.
 */
export function inOrder(rows: readonly Row[], sort: Sort): Row[] {
  return rows.toSorted((a, b) => compared(a, b, sort))
}

/**
 * Ordered rows with more of them, each in its place: what is shown keeps its place and its identity, unless the other
 * one is newer.
 */
export function joined(rows: readonly Row[], more: readonly Row[], sort: Sort): Row[] {
  const found = new Map(more.map((row) => [row.id, row]))
  const kept = rows.map((row) => {
    const other = found.get(row.id)
    found.delete(row.id)
    return other && other.lock_version > row.lock_version ? other : row
  })
  const fresh = inOrder([...found.values()], sort)
  const all: Row[] = []
  let at = 0
  for (const row of kept) {
    for (let next = fresh[at]; next && compared(next, row, sort) < 0; next = fresh[at]) {
      all.push(next)
      at += 1
    }
    all.push(row)
  }
  return [...all, ...fresh.slice(at)]
}

/**
 * Rows that were read again, with what happened while they were on their way: `before` is what was shown when they were
 * asked for, `now` what is shown at present. What was decided meanwhile stays decided, what went stays away, what came
 * stays here, whichever of it the reading had seen.
 */
export function reread(
  found: readonly Row[],
  before: readonly Row[],
  now: readonly Row[],
  sort: Sort,
): Row[] {
  const [earlier, shown] = [byId(before), byId(now)]
  const rows = found.flatMap((row) => {
    const [was, is] = [earlier.get(row.id), shown.get(row.id)]
    if (!is) return was ? [] : [row]
    const newer = is === was ? is.lock_version > row.lock_version : is.lock_version >= row.lock_version
    return [newer ? is : row]
  })
  const read = byId(found)
  const came = now.filter(({ id }) => !earlier.has(id) && !read.has(id))
  return joined(rows, came, sort)
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/**
 * What can be shown of the first pages of a queue: by requirement, the last one may go on in the next page and waits
 * for it, unless there is no other.
 */
export function settled(rows: readonly Row[], sort: Sort): readonly Row[] {
  const last = rows.at(-1)
  if (sort !== 'rule' || !last) return rows
  const end = rows.findLastIndex((row) => !isSameGroup(row, last))
  return end < 0 ? rows : rows.slice(0, end + 1)
}

function compared(a: Row, b: Row, sort: Sort): number {
  const [one, other] = [keyOf(a, sort), keyOf(b, sort)]
  return (sort === 'newest' ? -1 : 1) * (one === other ? a.id - b.id : one < other ? -1 : 1)
}

/** Rows are never changed, only replaced, so that the key of one is made once. */
const keys: Record<Sort, WeakMap<Row, string>> = {
  rule: new WeakMap(),
  newest: new WeakMap(),
  oldest: new WeakMap(),
  due: new WeakMap(),
}

function keyOf(row: Row, sort: Sort): string {
  const known = keys[sort].get(row)
  if (known !== undefined) return known
  const key = madeKey(row, sort)
  keys[sort].set(row, key)
  return key
}

function madeKey(row: Row, sort: Sort): string {
  const { component_id, rule_id, rule_displayed_name: name, section, created_at, due_on } = row
  if (sort === 'due') return `${due_on ?? 'none'}\0${created_at}`
  if (sort !== 'rule') return created_at
  const place = section === null ? 0 : READING_ORDER.indexOf(section) + 1
  const where = rule_id === null ? '' : name
  return [String(component_id).padStart(10, '0'), where, String(place).padStart(2, '0'), created_at].join(
    '\0',
  )
}

/** Whether two comments are about the same requirement, or the same component as a whole. */
export function isSameGroup(
  one: Pick<Row, 'component_id' | 'rule_id'>,
  other: Pick<Row, 'component_id' | 'rule_id'>,
): boolean {
  return one.component_id === other.component_id && one.rule_id === other.rule_id
}
