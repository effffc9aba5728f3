import { READING_ORDER } from '../authoring/section-words.ts'
import type { Outputs } from '../../api/client.ts'
import type { Sort } from './search.ts'

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

/** Still to be decided: nobody did, or an answer is being waited for. */
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
  const keys = new Map(rows.map((row) => [row.id, keyOf(row, sort)]))
  const keyed = (row: Row) => keys.get(row.id) ?? ''
  const by = sort === 'newest' ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, other] = [keyed(a), keyed(b)]
    return by * (one === other ? a.id - b.id : one < other ? -1 : 1)
  })
}

function keyOf(row: Row, sort: Sort): string {
  const { component_id, rule_id, rule_displayed_name: name, section, created_at, due_on } = row
  if (sort === 'due') return `${due_on ?? 'none'}\0${created_at}`
  if (sort !== 'rule') return created_at
  const place = section === null ? 0 : READING_ORDER.indexOf(section) + 1
  const where = rule_id === null ? '' : name
  return [String(component_id).padStart(10, '0'), where, String(place).padStart(2, '0'), created_at].join(
    '\0',
  )
}

/** The comments of one requirement, or of one component as a whole. */
export interface Group {
  key: string
  rule_id: number | null
  component_id: number
  name: string
  rows: Row[]
}

export function groupOf({ component_id, rule_id }: Pick<Row, 'component_id' | 'rule_id'>): string {
  return `${component_id} ${rule_id ?? 'component'}`
}

/** Rows in their order, by requirement. */
export function groupsOf(rows: readonly Row[]): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const key = groupOf(row)
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else {
      const { rule_id, component_id, rule_displayed_name: name } = row
      groups.set(key, { key, rule_id, component_id, name, rows: [row] })
    }
  }
  return [...groups.values()]
}

/** The next comment that nobody has decided on, from the beginning again at the end; none when all are. */
export function nextUndecided(rows: readonly Row[], after: number): Row | undefined {
  const at = rows.findIndex(({ id }) => id === after)
  const order = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))]
  return order.find(isUndecided)
}

/** The first comment of the next requirement in the order of the rows, or of the one before. */
export function nextGroup(rows: readonly Row[], from: number, by: 1 | -1): Row | undefined {
  const at = rows.findIndex(({ id }) => id === from)
  const here = rows[at]
  if (!here) return undefined
  const differs = (other: Row, than: Row) => groupOf(other) !== groupOf(than)
  if (by === 1) return rows.slice(at + 1).find((row) => differs(row, here))
  const end = rows.findLastIndex((row, index) => index < at && differs(row, here))
  const last = rows[end]
  if (!last) return undefined
  return rows[rows.findLastIndex((row, index) => index < end && differs(row, last)) + 1]
}
