import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { notFoundError } from '../../../src/errors.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import type { Role } from '../../../src/vocabulary.ts'
import type { ComponentSummary } from './component-rows.schema.ts'
import { selectComponentRows } from './component-rows.ts'
import { toPhaseGuards } from './phase.ts'

/** Query for one component in the summary view; `toSummary` adds what depends on caller and time. */
export function selectSummaryRow(db: Queries, id: number) {
  return selectComponentRows(db)
    .where('c.id', '=', id)
    .select([
      'c.title',
      'c.lock_version',
      'c.comment_phase',
      'c.closed_reason',
      wireTimeSql<string | null>('c.comment_period_starts_at').as('comment_period_starts_at'),
      wireTimeSql<string | null>('c.comment_period_ends_at').as('comment_period_ends_at'),
      sql<number>`(select count(*)::integer from memberships m where m.component_id = c.id)`.as(
        'memberships_count',
      ),
    ])
}

const summaryRows = preparedQuery(selectSummaryRow, { short: true })

/** Additional fields of the summary view for members. */
export type FullSummary = ComponentSummary & {
  description: string | null
  admin_name: string | null
  admin_email: string | null
  releasable: boolean
}

/** Reads a component's summary for members at `now` (rule C-21). `role`: the caller's effective role. */
export async function readComponentSummary(
  db: Queries,
  id: number,
  role: Role | null,
  now: Date,
): Promise<FullSummary> {
  const [row] = await summaryRows(db, id)
  return toSummary(row, role, now)
}

type SummaryRow = Awaited<ReturnType<typeof summaryRows>>[number]

/** Converts a row of `selectSummaryRow` to the summary; throws 404 without a row. */
export function toSummary(row: SummaryRow | undefined, role: Role | null, now: Date): FullSummary {
  if (!row) throw notFoundError()
  return {
    ...row,
    effective_permissions: role,
    ...toPhaseGuards(row),
    comment_period_days_remaining: countDaysRemaining(row.comment_phase, row.comment_period_ends_at, now),
  }
}

const DAY = 24 * 60 * 60 * 1000

/** Days until the end, rounded up; null unless the phase is open and the end is in the future. */
export function countDaysRemaining(phase: string, endsAt: string | null, now: Date): number | null {
  if (phase !== 'open' || endsAt === null) return null
  const remainingMs = Date.parse(endsAt.replace(/^(\S+) (\S+) UTC$/, '$1T$2Z')) - now.getTime()
  return remainingMs > 0 ? Math.ceil(remainingMs / DAY) : null
}
