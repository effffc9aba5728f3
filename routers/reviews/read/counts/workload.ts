import { sql } from 'kysely'
import { z } from 'zod'
import type { Queries } from '../../../../src/database.ts'
import { inEachComponent } from '../lists/comment-query.ts'
import type { CountScope } from './status-counts.ts'

export const Workload = z
  .object({
    rows: z.array(
      z.object({
        user: z.object({ id: z.int(), name: z.string() }),
        assigned: z.int(),
        overdue: z.int(),
      }),
    ),
  })
  .meta({ id: 'TriageWorkload', description: 'Open comments of each triager.' })

/** Open comments of each assignee in a place, and how many of them are overdue on that day (rule R-57). */
export async function workloadOf(db: Queries, scope: CountScope, today: string) {
  const left = inEachComponent(db, scope, (comments) =>
    comments
      .select((eb) => [
        'v.assignee_id',
        eb.fn.countAll<number>().as('assigned'),
        sql<number>`count(*) filter (where v.due_on < ${today}::date)`.as('overdue'),
      ])
      .where('v.adjudicated_at', 'is', null)
      .where('v.assignee_id', 'is not', null)
      .groupBy('v.assignee_id'),
  )
  const { rows } = await sql<{ id: number; name: string; assigned: number; overdue: number }>`
    select u.id, u.name, w.assigned, w.overdue
    from (select assignee_id, sum(assigned)::integer as assigned, sum(overdue)::integer as overdue
      from ${left} each group by assignee_id) w
    join users u on u.id = w.assignee_id order by u.name, u.id`.execute(db)
  return rows.map(({ id, name, assigned, overdue }) => ({ user: { id, name }, assigned, overdue }))
}
