import { sql } from 'kysely'
import type { Reader } from '../../src/database.ts'
import { TRIAGE_STATUSES, type TriageStatus } from '../../src/vocabulary.ts'
import { commentsIn, conditions, type CommentBuilder, type CommentScope } from './comment-query.ts'
import type { CommentFilter } from './filter.schema.ts'

/** How many comments of a scope are in each status, closed and open; `status` is null for legacy rows. */
export interface TallyLine {
  status: TriageStatus | null
  closed: boolean
  count: number
  /** How many of them a filter lets through. */
  matching: number
}

/** What is counted beside the tally; `today` decides what is overdue. */
export interface Matching {
  filter: CommentFilter
  today: string
}

/**
 * One aggregate query that status counts, summaries and totals are all derived from (comments 2.11, 4.2). The same
 * reading also counts what a filter lets through, when there is one.
 */
export function tallyOf(db: Reader, scope: CommentScope, matching?: Matching): Promise<TallyLine[]> {
  return commentsIn(db, scope)
    .select((eb) => [
      'v.triage_status as status',
      sql<boolean>`v.adjudicated_at is not null`.as('closed'),
      eb.fn.countAll<number>().as('count'),
      (matching ? matchingCount(eb, matching) : eb.fn.countAll<number>()).as('matching'),
    ])
    .groupBy(['v.triage_status', sql`v.adjudicated_at is not null`])
    .execute()
}

function matchingCount(eb: CommentBuilder, { filter, today }: Matching) {
  return eb.fn.countAll<number>().filterWhere((where) => where.and(conditions(where, filter, today)))
}

/** The sum of one count of these lines. */
export function sum(lines: TallyLine[], of: 'count' | 'matching' = 'count'): number {
  return lines.reduce((total, line) => total + line[of], 0)
}

/** One integer for each of the nine statuses; legacy rows without a status have no bucket (comments 2.7). */
export function byStatus(lines: TallyLine[]): Record<TriageStatus, number> {
  const entries = TRIAGE_STATUSES.map((status) => [
    status,
    sum(lines.filter((line) => line.status === status)),
  ])
  return Object.fromEntries(entries)
}
