import { type RawBuilder, sql } from 'kysely'
import { topLevelSql } from '../../../entities/top-level.ts'

/**
 * SQL for the open and total comments of a requirement as a JSON object, with the replies of each (rule
 * C-60). Open comments are not adjudicated. A subquery per row: in a join, the planner may read all comments
 * of the component for each.
 */
export function commentSummarySql(rule: string): RawBuilder<string> {
  return sql<string>`(with recursive comments as materialized (
      select v.id, v.responding_to_review_id as parent, v.adjudicated_at is null as open from reviews v
      where v.rule_id = ${sql.ref(rule)} and (v.action = 'comment' or v.responding_to_review_id is not null)
    ), thread as (
      select id, open from comments where parent is null
      union all
      select comments.id, thread.open from comments join thread on comments.parent = thread.id
    )
    select row_to_json(counted) from (
      select (count(*) filter (where open))::integer as open, count(*)::integer as total from thread) as counted)`
}

/** SQL for the open and total comments of a requirement as a JSON object, without replies. */
export function commentCountsSql(rule: string): RawBuilder<string> {
  return sql<string>`(select row_to_json(counted) from (
      select (count(*) filter (where v.adjudicated_at is null))::integer as open, count(*)::integer as total
      from reviews v
      where v.rule_id = ${sql.ref(rule)} and ${sql.raw(topLevelSql('v'))}
    ) as counted)`
}
