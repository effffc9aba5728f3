import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { validationError } from '../../../../src/errors.ts'
import { toDay } from '../lists/comment-page.ts'
import type { CommentsQuery } from '../lists/comment-query.ts'
import { readByComponent, type ComponentFigure, type FigureSource } from './by-component.ts'
import { type CommentSeries, MAX_DAYS, type SeriesRange } from './series.schema.ts'
import { selectStoredCounts } from './stored-counts.ts'

const DAY = 86_400_000
/** The database has no year 0. */
const FIRST_DAY = '0001-01-01'
/** Replaces the day in the row for comments posted and closed at any time. */
const NO_DAY = -1

/**
 * Comments posted, decided and closed per UTC day (rule R-61). Reads changes since the first day; the rest comes from
 * stored counts. Throws 422 for a range that ends before it begins or exceeds a year.
 */
export async function readSeries(
  source: FigureSource,
  range: z.output<typeof SeriesRange>,
  now: Date,
): Promise<CommentSeries> {
  const lastDay = range.to ?? toDay(now)
  const firstDay =
    range.from ?? toDay(new Date(Math.max(Date.parse(FIRST_DAY), Date.parse(lastDay) - 29 * DAY)))
  const length = (Date.parse(lastDay) - Date.parse(firstDay)) / DAY + 1
  if (length < 1) throw validationError('validation', 'to', 'must not be before the first day.')
  if (length > MAX_DAYS) throw validationError('validation', 'from', `makes a range over ${MAX_DAYS} days.`)
  const days = Array.from({ length }, (_, index) => ({
    day: toDay(new Date(Date.parse(firstDay) + index * DAY)),
    opened: 0,
    decided: 0,
    closed: 0,
  }))
  let before = 0
  const rows = await readByComponent(source, selectDays(firstDay, lastDay))
  for (const [dayIndex = 0, opened = 0, decided = 0, closed = 0] of rows) {
    before += dayIndex === NO_DAY ? opened - closed : closed - opened
    const day = days[dayIndex]
    if (!day) continue
    day.opened += opened
    day.decided += decided
    day.closed += closed
  }
  return { from: firstDay, to: lastDay, open_before: before, days }
}

/** Selects the day number and the counts of each day; the first row of a component covers all time. */
function selectDays(firstDay: string, lastDay: string): ComponentFigure {
  const since = sql`(${firstDay}::date at time zone 'UTC')`
  const end = sql`((${lastDay}::date + 1) at time zone 'UTC')`
  const countByDay = (
    comments: CommentsQuery,
    time: 'v.created_at' | 'v.triage_set_at' | 'v.adjudicated_at',
  ) => {
    const timeColumn = sql.ref(time)
    const counts = (which: typeof time) => sql<number>`${sql.lit(which === time ? 1 : 0)} * count(*)`
    return comments
      .where(sql<SqlBool>`${timeColumn} >= ${since}`)
      .select([
        sql<number>`(${timeColumn} at time zone 'UTC')::date - ${firstDay}::date`.as('day'),
        counts('v.created_at').as('opened'),
        counts('v.triage_set_at').as('decided'),
        counts('v.adjudicated_at').as('closed'),
      ])
      .groupBy('day')
  }
  return {
    key: `series ${firstDay} ${lastDay}`,
    read: (comments) => {
      const stored = selectStoredCounts({ componentId: sql.ref<number>('c.id') })
      const decided = countByDay(comments, 'v.triage_set_at').where(sql<SqlBool>`v.triage_set_at < ${end}`)
      return sql`(select json_agg(json_build_array(d.day, d.opened, d.decided, d.closed)) from (
        select ${sql.lit(NO_DAY)} as day, sum(t.count) as opened, 0 as decided,
          coalesce(sum(t.count) filter (where t.closed), 0) as closed from ${stored} t
        union all ${countByDay(comments, 'v.created_at')}
        union all ${decided}
        union all ${countByDay(comments, 'v.adjudicated_at')}) d)`
    },
  }
}
