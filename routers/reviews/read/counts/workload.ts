import { sql } from 'kysely'
import { z } from 'zod'
import type { Queries } from '../../../../src/database.ts'
import { commentsIn, type CommentScope } from '../lists/comment-query.ts'

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
export async function workloadOf(db: Queries, scope: CommentScope, today: string) {
  const left = commentsIn(db, scope)
    .select((eb) => [
      'v.assignee_id',
      eb.fn.countAll<number>().as('assigned'),
      sql<number>`count(*) filter (where v.due_on < ${today}::date)`.as('overdue'),
    ])
    .where('v.adjudicated_at', 'is', null)
    .where('v.assignee_id', 'is not', null)
    .groupBy('v.assignee_id')
  const rows = await db
    .selectFrom(left.as('w'))
    .innerJoin('users as u', 'u.id', 'w.assignee_id')
    .select(['u.id', 'u.name', 'w.assigned', 'w.overdue'])
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()
  return rows.map(({ id, name, assigned, overdue }) => ({ user: { id, name }, assigned, overdue }))
}
