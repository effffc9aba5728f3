import { sql, type RawBuilder } from 'kysely'
import { awaitsAdjudicationSql } from '../../../../entities/awaiting-adjudication.ts'
import { topLevelSql } from '../../../../entities/top-level.ts'
import type { TriageStatus } from '../../../../src/vocabulary.ts'
import { selectDeletedRuleIds, type CommentScope } from '../live.ts'

/** A stored comment count; several rows of one scope and status are summed. */
interface StoredCountRow {
  id: number
  project_id: number
  component_id: number
  on_rule: boolean
  triage_status: TriageStatus | null
  closed: boolean
  count: number
}

/**
 * Table expression for the stored counts of top-level comments. Subtracts comments on deleted requirements
 * (rule R-10), from `deleted_rule_counts` if present, else from the comments. Excludes delta rows of
 * requirements with such a count, which would be subtracted twice.
 */
export function selectStoredCounts(scope: CommentScope): RawBuilder<StoredCountRow> {
  // Reads comments per requirement, because the planner cannot know how few there are.
  return sql<StoredCountRow>`(
    with deleted as materialized (select d.id from ${selectDeletedRuleIds(scope)} d),
    deleted_counts as materialized (select b.* from deleted d join deleted_rule_counts b on b.rule_id = d.id)
    select t.id, t.project_id, t.component_id, t.on_rule, t.triage_status, t.closed, t.count
    from comment_count_deltas t
    where ${selectLines(scope)} and (t.rule_id is null or t.rule_id not in (select k.rule_id from deleted_counts k))
    union all
    select -k.rule_id, k.project_id, k.component_id, true, k.triage_status, k.closed, -k.count from deleted_counts k
    union all
    select -v.rule_id, v.project_id, v.component_id, true, v.triage_status, v.adjudicated_at is not null, -1
    from (select d.id from deleted d where d.id not in (select k.rule_id from deleted_counts k) offset 0) d
      cross join lateral (select v.* from reviews v
        where v.rule_id = d.id and ${sql.raw(topLevelSql('v'))} offset 0) v)`
}

function selectLines(scope: CommentScope): RawBuilder<unknown> {
  if ('componentId' in scope) return sql`t.component_id = ${scope.componentId}`
  if ('projectId' in scope) return sql`t.project_id = ${scope.projectId}`
  return sql`t.project_id = any(${scope.projectIds})`
}

/**
 * Revision of the comments counted by delta rows `l`, as text. Every change of a comment appends a row with a
 * new id, so equal ids mean equal comments. Two sums of id hashes take a third of the time of a digest.
 */
export const revisionOfThese = sql<string>`concat_ws(' ',
  sum(hashint8extended(l.id, 0)), sum(hashint8extended(l.id, 1)))`

/** SQL expression for the revision of these rows. */
export function aggregateRevision(lines: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select ${revisionOfThese} from ${lines} l)`
}

/** Counts a component's comments that await triage, and decided comments that await closing (rule C-41). */
export function countPendingComments(component: string) {
  const counted = (condition: RawBuilder<unknown>) =>
    sql<number>`(select coalesce(sum(t.count), 0)::integer
      from ${selectStoredCounts({ componentId: sql.ref<number>(component) })} t where ${condition})`
  return {
    pending: counted(sql`t.triage_status = 'pending'`),
    awaiting: counted(sql.raw(awaitsAdjudicationSql('t', 't.closed'))),
  }
}
