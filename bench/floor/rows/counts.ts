import { isRecord } from '../../../src/lib/json-values.ts'
import type { Row } from '../database.ts'
import { TOP_LEVEL } from '../filters.ts'

const count = (condition: string) => `count(*) filter (where ${condition})`
const countStatus = (name: string) => count(`r.status = '${name}'`)

/** Counts of rules `r` by severity. */
export const SEVERITIES = `json_build_object('high', ${count("r.rule_severity = 'high'")}, 'medium', ${count("r.rule_severity = 'medium'")},
  'low', ${count("r.rule_severity = 'low'")})`

/** `n`: the counts of live requirements of component `c`. */
export const FIGURES = `lateral (select count(*)::int as rules_count, (${count('r.locked')})::int as locked,
    (${count('r.review_requestor_id is not null')})::int as under_review, (${countStatus('Not Yet Determined')})::int as undetermined, ${SEVERITIES} as severity_counts,
    json_build_object('not_yet_determined', ${countStatus('Not Yet Determined')}, 'applicable_configurable', ${countStatus('Applicable - Configurable')},
      'applicable_inherently_meets', ${countStatus('Applicable - Inherently Meets')}, 'applicable_does_not_meet', ${countStatus('Applicable - Does Not Meet')},
      'applicable', ${countStatus('Applicable')}, 'not_applicable', ${countStatus('Not Applicable')}) as status_counts
  from rules r where r.component_id = c.id and r.deleted_at is null) n`

const countComments = (condition: string) =>
  `(select count(*)::int from reviews v where v.component_id = c.id and ${TOP_LEVEL} and ${condition})`

/** Counts of pending comments and of decided open comments of component `c`. */
export const PENDING = countComments("v.triage_status = 'pending'")
export const AWAITING = countComments(
  "v.adjudicated_at is null and v.triage_status in ('concur', 'concur_with_comment', 'non_concur')",
)

const STATUSES = {
  stig: [
    'not_yet_determined',
    'applicable_configurable',
    'applicable_inherently_meets',
    'applicable_does_not_meet',
    'not_applicable',
  ],
  srg: ['not_yet_determined', 'applicable', 'not_applicable'],
}

/** Count columns of requirements, summed over components. */
export function sumStatuses(type: 'stig' | 'srg', components: Row[]): Record<string, number> {
  const all = components.filter((component) => component['document_type'] === type)
  return Object.fromEntries(STATUSES[type].map((name) => [name, sumMember(all, 'status_counts', name)]))
}

/** The sum of one member of a JSON column. */
export function sumMember(rows: Row[], column: string, member: string): number {
  return rows.reduce((sum, row) => {
    const counts = row[column]
    return sum + (isRecord(counts) ? Number(counts[member] ?? 0) : 0)
  }, 0)
}

/** The sum of a column. */
export const sumColumn = (rows: Row[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0)

const toPercent = (part: number, total: number) =>
  total === 0 ? null : Math.round((part * 1000) / total) / 10

/** The progress of the requirements of components. */
export function toProgress(components: Row[]): Row {
  const total = sumColumn(components, 'rules_count')
  return {
    rule_count: total,
    completion_pct: toPercent(total - sumColumn(components, 'undetermined'), total),
    lock_pct: toPercent(sumColumn(components, 'locked'), total),
  }
}
