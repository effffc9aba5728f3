import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Queries } from '../../../../src/database.ts'
import { invalid } from '../../../../src/errors.ts'
import { dayOf } from '../lists/comment-page.ts'
import { commentsIn, inEachComponent, type CommentsQuery } from '../lists/comment-query.ts'
import { type CommentSeries, MOST_DAYS, type SeriesRange } from './series.schema.ts'
import { countsIn, type CountScope } from './status-counts.ts'

const DAY = 86_400_000

/**
 * Comments of a place that were posted, decided and closed on each day, in UTC (rule R-61). Reads what happened since
 * the first day; what was before it is the rest of the kept counts. Throws 422 for a range that ends before it begins,
 * or is longer than a year.
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
  const since = sql`(${from}::date at time zone 'UTC')`
  const until = sql`((${to}::date + 1) at time zone 'UTC')`
  const { rows } = await sql<{ day: string; opened: number; decided: number; closed: number }>`
    with opened as (${byDay(db, scope, 'v.created_at', since)}),
    decided as (${byDay(db, scope, 'v.triage_set_at', since, until)}),
    closed as (${byDay(db, scope, 'v.adjudicated_at', since)}),
    kept as (select coalesce(sum(count), 0)::integer as opened,
      coalesce(sum(count) filter (where closed), 0)::integer as closed from (${countsIn(db, scope)}) k)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(o.count, 0) as opened, coalesce(t.count, 0) as decided,
      coalesce(c.count, 0) as closed
    from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') d (day)
      left join opened o on o.day = d.day::date left join decided t on t.day = d.day::date
      left join closed c on c.day = d.day::date
    union all
    select null, kept.opened - (select coalesce(sum(count), 0)::integer from opened), 0,
      kept.closed - (select coalesce(sum(count), 0)::integer from closed)
    from kept
    order by day nulls first`.execute(db)
  const [before, ...days] = rows
  return { from, to, open_before: (before?.opened ?? 0) - (before?.closed ?? 0), days }
}

/** How many comments of a place have this time on each day, in UTC, from one instant on and up to another. */
function byDay(
  db: Queries,
  scope: CountScope,
  time: 'v.created_at' | 'v.triage_set_at' | 'v.adjudicated_at',
  since: RawBuilder<unknown>,
  until?: RawBuilder<unknown>,
) {
  const at = sql.ref(time)
  const range = sql<SqlBool>`${at} >= ${since} ${until === undefined ? sql`` : sql`and ${at} < ${until}`}`
  const byItsDay = (comments: CommentsQuery) =>
    comments
      .where(range)
      .select([
        sql<string>`(${at} at time zone 'UTC')::date`.as('day'),
        sql<number>`count(*)::integer`.as('count'),
      ])
      .groupBy('day')
  // Of the day of posting there is an index of the project, too.
  if (time === 'v.created_at') return byItsDay(commentsIn(db, scope))
  const counted = inEachComponent(db, scope, byItsDay)
  return sql`select day, sum(count)::integer as count from ${counted} each group by day`
}
