import { sql, type RawBuilder } from 'kysely'
import { awaitsAdjudicationSql } from '../../../../entities/awaiting-adjudication.ts'
import { topLevelSql } from '../../../../entities/top-level.ts'
import type { TriageStatus } from '../../../../src/vocabulary.ts'
import { deletedIn, type Counted } from '../live.ts'

/** One line of the kept counts of comments; lines of the same place and status are to be added up. */
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
 * The kept counts of top-level comments in these places, as a table to select from. Comments on deleted requirements
 * do not count (rule R-10): what is kept of each is taken off again here, or its comments where nothing is kept yet.
 * Lines of a requirement of which something is kept are left out, because they would be taken off again, too.
 */
export function keptCountsOf(places: Counted): RawBuilder<StoredCountRow> {
  // Comments requirement by requirement, for the planner does not know how few those are.
  return sql<StoredCountRow>`(
    with deleted as materialized (select d.id from ${deletedIn(places)} d),
    kept as materialized (select b.* from deleted d join deleted_rule_counts b on b.rule_id = d.id)
    select t.id, t.project_id, t.component_id, t.on_rule, t.triage_status, t.closed, t.count
    from comment_count_deltas t
    where ${linesOf(places)} and (t.rule_id is null or t.rule_id not in (select k.rule_id from kept k))
    union all
    select -k.rule_id, k.project_id, k.component_id, true, k.triage_status, k.closed, -k.count from kept k
    union all
    select -v.rule_id, v.project_id, v.component_id, true, v.triage_status, v.adjudicated_at is not null, -1
    from (select d.id from deleted d where d.id not in (select k.rule_id from kept k) offset 0) d
      cross join lateral (select v.* from reviews v
        where v.rule_id = d.id and ${sql.raw(topLevelSql('v'))} offset 0) v)`
}

function linesOf(places: Counted): RawBuilder<unknown> {
  if ('componentId' in places) return sql`t.component_id = ${places.componentId}`
  if ('projectId' in places) return sql`t.project_id = ${places.projectId}`
  return sql`t.project_id = any(${places.projectIds})`
}

/**
 * What the comments that some lines `l` count were last changed by, as text. Every change of a comment appends a line,
 * whether or not it moves a count, and no id is used twice: the same ids mean the same comments. Two sums of hashes of
 * the ids tell them from others in a third of the time that a digest of their list takes.
 */
export const revisionOfThese = sql<string>`concat_ws(' ',
  sum(hashint8extended(l.id, 0)), sum(hashint8extended(l.id, 1)))`

/** The revision of all of these lines. */
export function revisionOfLines(lines: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select ${revisionOfThese} from ${lines} l)`
}

/** How many of a component's comments wait for triage, and how many decided ones for closing (rule C-41). */
export function waitingIn(component: string) {
  const counted = (condition: RawBuilder<unknown>) =>
    sql<number>`(select coalesce(sum(t.count), 0)::integer
      from ${keptCountsOf({ componentId: sql.ref<number>(component) })} t where ${condition})`
  return {
    pending: counted(sql`t.triage_status = 'pending'`),
    awaiting: counted(sql.raw(awaitsAdjudicationSql('t', 't.closed'))),
  }
}
