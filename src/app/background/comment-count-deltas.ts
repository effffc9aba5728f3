import { sql } from 'kysely'
import type { Services } from '../../services.ts'

/** Components per batch: few, so that one statement is short. */
const COMPONENTS = 20

/**
 * Compacts the comment count deltas, so that counting reads few rows. Sums stay the same; any process may run it. A
 * component with locked rows waits for the next run: deleting only its zero rows would restore an earlier revision.
 */
export function compactCommentCountDeltas(
  { database, throttle }: Pick<Services, 'database' | 'throttle'>,
  signal: AbortSignal,
): Promise<void> {
  return throttle.runBatches(async () => {
    const { rows } = await sql<{ compacted: number }>`
      with changed_components as (select distinct component_id from
          (select component_id from comment_count_deltas where not compacted limit ${COMPONENTS}) f),
      locked_deltas as (select id from comment_count_deltas where component_id in (select component_id from changed_components)
        for update skip locked),
      lockable_components as (select component_id from comment_count_deltas where component_id in (select component_id from changed_components)
        group by 1 having bool_and(id in (select id from locked_deltas))),
      deleted_deltas as (delete from comment_count_deltas
        where id in (select id from locked_deltas) and component_id in (select component_id from lockable_components) returning *),
      inserted_sums as (insert into comment_count_deltas (project_id, component_id, on_rule, triage_status, closed, count, compacted)
        select project_id, component_id, on_rule, triage_status, closed, sum(count), true from deleted_deltas
        group by 1, 2, 3, 4, 5 having sum(count) <> 0)
      select count(*)::integer as compacted from deleted_deltas where not compacted`.execute(database.queries)
    return (rows[0]?.compacted ?? 0) > 0
  }, signal)
}
