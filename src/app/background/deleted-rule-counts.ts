import { sql } from 'kysely'
import { topLevelSql } from '../../../entities/top-level.ts'
import type { Services } from '../../services.ts'

/** Requirements per batch: few, so that one statement is short. */
const REQUIREMENTS = 10

/** Deleted requirements with comments but without a stored count; until then, counting reads their comments. */
export const UNCOUNTED_DELETIONS = sql<{ id: number }>`select d.id from rules d where d.deleted_at is not null
  and not exists (select from deleted_rule_counts b where b.rule_id = d.id)
  and exists (select from reviews v where v.rule_id = d.id and ${sql.raw(topLevelSql('v'))})`

/**
 * Stores the comment counts of deleted requirements, minus the deltas that are not compacted yet. Comments and deltas
 * are read in one snapshot after the lock, so each counts exactly once. Deletes the counts of deleted components.
 */
export function updateDeletedRuleCounts(
  { database, throttle }: Pick<Services, 'database' | 'throttle'>,
  signal: AbortSignal,
): Promise<void> {
  return throttle.runBatches(
    () =>
      database.queries.transaction().execute(async (db) => {
        await sql`select lock_deleted_rule_counts()`.execute(db)
        const { rows } = await sql<{ counted_rules: number }>`
          with orphans as (delete from deleted_rule_counts where component_id not in (select id from components)),
          due as materialized (${UNCOUNTED_DELETIONS} limit ${REQUIREMENTS}),
          comment_counts as (select v.project_id, v.component_id, v.rule_id, v.triage_status,
              v.adjudicated_at is not null as closed, 1 as count
            from due join reviews v on v.rule_id = due.id and ${sql.raw(topLevelSql('v'))}
            union all
            select t.project_id, t.component_id, t.rule_id, t.triage_status, t.closed, -t.count
            from comment_count_deltas t where t.rule_id in (select id from due) and t.component_id in
              (select d.component_id from rules d where d.id in (select id from due))),
          inserted_counts as (insert into deleted_rule_counts (project_id, component_id, rule_id, triage_status, closed, count)
            select project_id, component_id, rule_id, triage_status, closed, sum(count) from comment_counts
            group by 1, 2, 3, 4, 5)
          select count(*)::integer as counted_rules from due`.execute(db)
        return (rows[0]?.counted_rules ?? 0) === REQUIREMENTS
      }),
    signal,
  )
}
