import { sql } from 'kysely'
import type { z } from 'zod'
import type { Queries } from '../../../../src/database.ts'
import { invalid } from '../../../../src/errors.ts'
import { dayOf } from '../lists/comment-page.ts'
import { commentsIn } from '../lists/comment-query.ts'
import { type CommentSeries, MOST_DAYS, type SeriesRange } from './series.schema.ts'
import type { CountScope } from './status-counts.ts'

const DAY = 86_400_000

/**
 * Comments of a place that were posted, decided and closed on each day, in UTC (rule R-61). Throws 422 for a range that
 * ends before it begins, or is longer than a year.
 */
export async function seriesOf(
  db: Queries,
  scope: CountScope,
  range: z.output<typeof SeriesRange>,
  now: Date,
): Promise<CommentSeries> {
  const to = range.to ?? dayOf(now)
  const from = range.from ?? dayOf(new Date(Date.parse(to) - 29 * DAY))
  const length = (Date.parse(to) - Date.parse(from)) / DAY + 1
  if (length < 1) throw invalid('validation', 'to', 'is before the first day.')
  if (length > MOST_DAYS) throw invalid('validation', 'from', `makes more than ${MOST_DAYS} days.`)
  const { rows } = await sql<{ day: string; opened: number; decided: number; closed: number }>`
    with place as materialized (${commentsIn(db, scope).select([
      utcDay('v.created_at').as('opened'),
      utcDay('v.triage_set_at').as('decided'),
      utcDay('v.adjudicated_at').as('closed'),
    ])}), counts as (
      select day, sum(opened)::integer as opened, sum(decided)::integer as decided, sum(closed)::integer as closed
      from (
        select opened as day, count(*) as opened, 0 as decided, 0 as closed from place group by opened
        union all select decided, 0, count(*), 0 from place where decided is not null group by decided
        union all select closed, 0, 0, count(*) from place where closed is not null group by closed
      ) each group by day
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(n.opened, 0) as opened, coalesce(n.decided, 0) as decided,
      coalesce(n.closed, 0) as closed
    from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') d (day)
      left join counts n on n.day = d.day::date
    union all
    select null, coalesce(sum(opened), 0)::integer, 0, coalesce(sum(closed), 0)::integer
    from counts where day < ${from}::date
    order by day nulls first`.execute(db)
  const [before, ...days] = rows
  return { from, to, open_before: (before?.opened ?? 0) - (before?.closed ?? 0), days }
}

function utcDay(column: string) {
  return sql<string | null>`(${sql.ref(column)} at time zone 'UTC')::date`
}
