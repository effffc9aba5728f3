import { RULE_STATUSES, SEVERITIES } from '../../../src/vocabulary.ts'
import { t } from '../../languages/t.ts'
import { parseControlFamily, formatFamily, SEVERITY_LABELS, STATUS_STYLES } from './labels.ts'
import type { Row } from './requirements.ts'
import type { Filters } from './search.ts'
import { isChangedSince } from './since-visit.ts'

/** Returns the filtered requirements in order; `since` is the end of the last visit. */
export function filterRows(rows: readonly Row[], filters: Filters, since: number | null = null): Row[] {
  const label = filters.q.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const isNew = (row: Row) => filters.changed === null || since === null || isChangedSince(since, row)
  const remaining = rows.filter(
    (row) =>
      matchesFilters(row, filters) && isNew(row) && label.every((word) => toSearchText(row).includes(word)),
  )
  const direction = filters.order === 'desc' ? -1 : 1
  return remaining.sort((a, b) => direction * ORDERS[filters.sort](a, b) || compareByNumber(a, b))
}

const compareByNumber = (a: Row, b: Row) => Number(a.rule_id) - Number(b.rule_id)

const ORDERS: Record<Filters['sort'], (a: Row, b: Row) => number> = {
  number: compareByNumber,
  title: (a, b) => (a.title ?? '').localeCompare(b.title ?? ''),
  status: (a, b) => RULE_STATUSES.indexOf(a.status) - RULE_STATUSES.indexOf(b.status),
  severity: (a, b) => SEVERITIES.indexOf(a.rule_severity) - SEVERITIES.indexOf(b.rule_severity),
  comments: (a, b) => a.comment_counts.open - b.comment_counts.open,
}

function matchesFilters(
  row: Row,
  { status, rule_severity, locked, review, comments, family }: Filters,
): boolean {
  return (
    (family === '' || family.split(',').includes(parseControlFamily(row.nist_control_family) ?? '')) &&
    (status === null || row.status === status) &&
    (rule_severity === null || row.rule_severity === rule_severity) &&
    (locked === null || row.locked === (locked === 'true')) &&
    (review === null ||
      (review === 'requested' ? row.review_requestor_id !== null : row.changes_requested)) &&
    (comments === null || row.comment_counts.open > 0 === (comments === 'open'))
  )
}

const toSearchText = ({ displayed_name, title, version }: Row) =>
  `${displayed_name} ${title ?? ''} ${version ?? ''}`.toLowerCase()

export interface Heading {
  heading: string
  count: number
}
export type GridRow = Row | Heading

/** Whether a line of the table is the heading of a group. */
export function isHeading(line: GridRow): line is Heading {
  return 'heading' in line
}

/** Returns the key of a table line: the id of its requirement, or its heading. */
export function toGridRowKey(line: GridRow): string | number {
  return isHeading(line) ? line.heading : line.id
}

/** Adds a heading above each group; groups follow the order of their first requirement. */
export function groupRows(rows: readonly Row[], grouping: Filters['group']): GridRow[] {
  if (grouping === null) return [...rows]
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const heading = formatGroupHeading(row, grouping)
    groups.set(heading, [...(groups.get(heading) ?? []), row])
  }
  return [...groups].flatMap(([heading, groupedRows]): GridRow[] => [
    { heading, count: groupedRows.length },
    ...groupedRows,
  ])
}

function formatGroupHeading(row: Row, grouping: NonNullable<Filters['group']>): string {
  if (grouping === 'status') return STATUS_STYLES[row.status].label
  if (grouping === 'severity') return SEVERITY_LABELS[row.rule_severity]
  if (grouping === 'family') return formatFamily(parseControlFamily(row.nist_control_family))
  const [parent] = row.satisfied_by ?? []
  return parent === undefined
    ? t('Not satisfied by another requirement')
    : t('Satisfied by {number}', { number: parent.rule_id })
}

/** Lists the control families of the requirements. */
export function listFamilies(rows: readonly Row[]): string[] {
  const families = new Set(rows.map((row) => parseControlFamily(row.nist_control_family)))
  return [...families].filter((family) => family !== null).sort()
}

/** Returns the next undetermined requirement, wrapping around; none if all are determined. */
export function findNextUndetermined(rows: readonly Row[], after: number): Row | undefined {
  const index = rows.findIndex(({ id }) => id === after)
  const order = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))]
  return order.find(({ status }) => status === 'Not Yet Determined')
}
