import { sql } from 'kysely'
import { z } from 'zod'
import { preparedQuery } from '../../../../src/database/prepared-query.ts'
import { CommentBreakdown } from './breakdown.ts'
import { readByComponent, type ComponentFigure, type FigureSource } from './by-component.ts'

export const Workload = z
  .object({
    rows: z.array(
      z.object({
        user: z.object({ id: z.int(), name: z.string() }),
        assigned: z.int(),
        overdue: z.int(),
      }),
    ),
    ...CommentBreakdown.shape,
  })
  .meta({
    id: 'TriageWorkload',
    description:
      'Open comments of each triager, all comments by section and organization, and open ones by age.',
  })

/** Open and overdue comments of each assignee on a day (rule R-57). Names are never cached. */
export async function readWorkload(source: FigureSource, today: string) {
  const rows = await readByComponent(source, selectOpen(today))
  if (rows.length === 0) return []
  const openCounts = new Map(
    rows.map(([assignee = 0, assigned = 0, overdue = 0]) => [assignee, { assigned, overdue }]),
  )
  const people = await selectNames(source.db, [...openCounts.keys()])
  return people.map((user) => ({ user, ...(openCounts.get(user.id) ?? { assigned: 0, overdue: 0 }) }))
}

const selectNames = preparedQuery<{ id: number; name: string }, [number[]]>(
  (_, ids) => sql`select id, name from users where id = any(${ids}::integer[]) order by name, id`,
  { short: true },
)

/** Selects the assignee, open comments and overdue comments. */
function selectOpen(today: string): ComponentFigure {
  return {
    key: `workload ${today}`,
    read: (comments) => {
      const byAssignee = comments
        .select((eb) => [
          'v.assignee_id',
          eb.fn.countAll<number>().as('assigned'),
          sql<number>`count(*) filter (where v.due_on < ${today}::date)`.as('overdue'),
        ])
        .where('v.adjudicated_at', 'is', null)
        .where('v.assignee_id', 'is not', null)
        .groupBy('v.assignee_id')
      return sql`(select coalesce(json_agg(json_build_array(w.assignee_id, w.assigned, w.overdue)), '[]')
        from (${byAssignee}) w)`
    },
  }
}
