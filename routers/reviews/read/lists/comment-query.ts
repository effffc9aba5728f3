import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { concealedSql } from '../../../../entities/review-text.ts'
import { topLevelSql } from '../../../../entities/top-level.ts'
import { memberComponentIds, memberProjectIds } from '../../../../src/auth/access/membership-sql.ts'
import type { Db, Queries } from '../../../../src/database/database.ts'
import { placeOf, type CountScope } from '../counts/status-counts.ts'
import { isOnLive, isOnLiveAnywhere, type Counted } from '../live.ts'
import type { CommentFilter } from './filter.schema.ts'

/** Whose comments a list shows. */
export type CommentScope = CountScope | AuthorScope

/** One person's comments, of those that the viewer may see. */
export interface AuthorScope {
  authorId: number
  viewerId: number
  projectId?: number | undefined
  everything: boolean
}

/**
 * The one query behind every list and count of comments: top-level comments on live requirements and on components,
 * within a scope (rule R-45). Selects nothing yet.
 */
export function commentsIn(db: Queries, scope: CommentScope) {
  return db
    .selectFrom('reviews as v')
    .where(sql<SqlBool>`${sql.raw(topLevelSql('v'))}`)
    .where('authorId' in scope ? isOnLiveAnywhere : isOnLive(placeOf(scope)))
    .where((eb) => within(eb, scope))
}

export type CommentsQuery = ReturnType<typeof commentsIn>

/**
 * The comments of each component `c` of the query around, all of them in one place. Asked for by the component alone:
 * with the project beside it the planner takes both to narrow, and an index of all texts.
 */
export function commentsOfEach(db: Queries, place: Counted): CommentsQuery {
  return db
    .selectFrom('reviews as v')
    .where(sql<SqlBool>`${sql.raw(topLevelSql('v'))}`)
    .where(isOnLive(place))
    .where(sql<SqlBool>`v.component_id = c.id`)
}

/** Expressions over the comments of a list. */
export type CommentBuilder = ExpressionBuilder<Db & { v: Db['reviews'] }, 'v'>

function within(eb: CommentBuilder, scope: CommentScope) {
  if ('authorId' in scope) {
    const own = [eb('v.user_id', '=', scope.authorId)]
    if (scope.projectId !== undefined) own.push(eb('v.project_id', '=', scope.projectId))
    if (!scope.everything) own.push(joined(eb, scope.viewerId))
    return eb.and(own)
  }
  if (!('projectId' in scope)) {
    const parts = [eb('v.component_id', '=', scope.componentId)]
    if (scope.commentableType) {
      parts.push(eb('v.rule_id', scope.commentableType === 'rule' ? 'is not' : 'is', null))
    }
    return eb.and(parts)
  }
  const { projectId, componentId } = scope
  if (componentId === undefined) return eb('v.project_id', '=', projectId)
  const inProject = eb.exists(
    eb
      .selectFrom('components as c')
      .select(sql.lit(1).as('one'))
      .where('c.id', '=', componentId)
      .where('c.project_id', '=', projectId),
  )
  return eb.and([eb('v.component_id', '=', componentId), inProject])
}

/**
 * Whether a comment is in a place that the viewer is a member of; discoverable projects do not count (rule R-47). Their
 * projects by themselves, because the index of a person's comments has them in front.
 */
function joined(eb: CommentBuilder, viewerId: number) {
  return eb.and([
    sql<SqlBool>`v.project_id in ${memberProjectIds(viewerId)}`,
    sql<SqlBool>`v.component_id in ${memberComponentIds(viewerId)}`,
  ])
}

/** Adds what the caller asked for (rule R-45). `today` decides what is overdue. */
export function filtered<Q extends CommentsQuery>(
  query: Q,
  filter: CommentFilter,
  today: string,
): CommentsQuery {
  return query.where((eb) => eb.and(conditions(eb, filter, today)))
}

/** Every condition of a filter; text last, because it costs most. */
export function conditions(eb: CommentBuilder, filter: CommentFilter, today: string) {
  const { resolved } = filter
  const statuses = statusesIn(filter)
  const found: Expression<SqlBool>[] = []
  if (statuses?.length === 1) found.push(eb('v.triage_status', '=', statuses[0] ?? null))
  else if (statuses) found.push(eb('v.triage_status', 'in', statuses))
  if (resolved === 'true') found.push(eb('v.adjudicated_at', 'is not', null))
  if (resolved === 'false') found.push(eb('v.adjudicated_at', 'is', null))
  return [...found, ...beyondCounts(eb, filter, today)]
}

/** The statuses that a filter lets through; undefined for all. */
export function statusesIn({ triage_status: status, triage_statuses: several }: CommentFilter) {
  if (several) return [...new Set(several)]
  return status === undefined || status === 'all' ? undefined : [status]
}

/** The conditions that the kept counts know nothing of. */
function beyondCounts(eb: CommentBuilder, filter: CommentFilter, today: string) {
  const { section, author_id: author, rule_id: rule, assignee_id: assignee, overdue, q } = filter
  const { commenter_replied: replied, ids, created_from: from, created_to: to } = filter
  const found: Expression<SqlBool>[] = []
  if (ids) found.push(sql<SqlBool>`v.id = any(${sql.val(ids)}::integer[])`)
  if (from !== undefined) found.push(sql<SqlBool>`v.created_at >= ${from}::date at time zone 'UTC'`)
  if (to !== undefined) found.push(sql<SqlBool>`v.created_at < (${to}::date + 1) at time zone 'UTC'`)
  if (section === 'none') found.push(eb('v.section', 'is', null))
  else if (section !== undefined && section !== 'all') found.push(eb('v.section', '=', section))
  if (author !== undefined) found.push(eb('v.user_id', '=', author))
  if (rule !== undefined) found.push(eb('v.rule_id', '=', rule))
  if (assignee === 'none') found.push(eb('v.assignee_id', 'is', null))
  else if (assignee !== undefined) found.push(eb('v.assignee_id', '=', Number(assignee)))
  if (overdue !== undefined) found.push(isOverdue(today, overdue))
  if (replied !== undefined) found.push(hasClarified(replied))
  if (q) found.push(says(q))
  return found
}

/** Whether status and closing are all that a filter asks for, so that the kept counts answer how many it lets through. */
export function isAnsweredByCounts(filter: CommentFilter): boolean {
  return beyondCounts(expressionBuilder<Db & { v: Db['reviews'] }, 'v'>(), filter, '').length === 0
}

/** Whether replies decide on what a filter lets through: they leave no trace in the revision of a place. */
export function dependsOnReplies(filter: CommentFilter): boolean {
  return filter.commenter_replied !== undefined
}

/** Open and past its due date. */
function isOverdue(today: string, wanted: boolean) {
  return sql<SqlBool>`(v.due_on is not null and v.due_on < ${today}::date and v.adjudicated_at is null) = ${sql.lit(wanted)}`
}

/** Clarification was asked for, and anywhere in the thread its commenter replied since (rule R-45). */
function hasClarified(wanted: boolean) {
  return sql<SqlBool>`(case when v.triage_status = 'needs_clarification' then exists (
    with recursive thread as (
      select id, user_id, created_at, withdrawn_at from reviews where responding_to_review_id = v.id
      union all
      select k.id, k.user_id, k.created_at, k.withdrawn_at from reviews k join thread t on k.responding_to_review_id = t.id
    )
    select from thread
    where user_id = v.user_id and created_at > v.triage_set_at and not (${sql.raw(concealedSql('thread'))})
  ) else false end) = ${sql.lit(wanted)}`
}

/** Three letters or digits in a row: what the trigram index can look up. */
const INDEXED = /[\p{L}\p{N}]{3}/u
const ASCII = /^[\x20-\x7e]*$/

/**
 * Whether a comment `v` holds a text, ignoring case; `%`, `_` and the backslash stand for themselves (rule R-45). Texts
 * too short for the trigram index are kept from it: it would read all of itself.
 */
export function says(term: string) {
  const pattern = `%${term.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
  if (INDEXED.test(term)) return sql<SqlBool>`v.comment ilike ${pattern}`
  // Folding ASCII alone takes a third of the time.
  if (ASCII.test(term)) return sql<SqlBool>`lower(v.comment collate "C") like ${pattern.toLowerCase()}`
  return sql<SqlBool>`(v.comment || '') ilike ${pattern}`
}
