import { ADJUDICATED_STATUSES } from '../src/vocabulary.ts'

/**
 * Whether comments have a decision that waits for its adjudication, in SQL (rule C-41): `rows` have a triage status, and
 * `isClosed` is a condition on them.
 */
export function awaitsAdjudicationSql(rows: string, isClosed: string): string {
  const statuses = ADJUDICATED_STATUSES.map((status) => `'${status}'`).join(', ')
  return `(${rows}.triage_status in (${statuses}) and not (${isClosed}))`
}
