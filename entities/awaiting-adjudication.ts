import { ADJUDICATED_STATUSES } from '../src/vocabulary.ts'

/**
 * SQL condition: the comments in `rows` have a decision and are not yet adjudicated (rule C-41). `isClosed`
 * is the SQL condition for closed comments.
 */
export function awaitsAdjudicationSql(rows: string, isClosed: string): string {
  const statuses = ADJUDICATED_STATUSES.map((status) => `'${status}'`).join(', ')
  return `(${rows}.triage_status in (${statuses}) and not (${isClosed}))`
}
