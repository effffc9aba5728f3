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
  const rows = await commentsIn(db, scope)
    .innerJoin('users as u', 'u.id', 'v.assignee_id')
    .select((eb) => [
      'u.id',
      'u.name',
      eb.fn.countAll<number>().as('assigned'),
      sql<number>`count(*) filter (where v.due_on < ${today}::date)`.as('overdue'),
    ])
    .where('v.adjudicated_at', 'is', null)
    .groupBy(['u.id', 'u.name'])
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()
  return rows.map(({ id, name, assigned, overdue }) => ({ user: { id, name }, assigned, overdue }))
}
