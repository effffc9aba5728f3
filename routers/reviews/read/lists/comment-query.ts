import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { concealedSql } from '../../../../entities/review-text.ts'
import { topLevelSql } from '../../../../entities/top-level.ts'
import { memberComponentIds, memberProjectIds } from '../../../../src/auth/access/membership-sql.ts'
import type { Db, Queries } from '../../../../src/database/database.ts'
import { substringPattern } from '../../../../src/database/like-pattern.ts'
import { toCommentScope, type CountScope } from '../counts/status-counts.ts'
import { isOnLive, isOnLiveAnywhere, type CommentScope } from '../live.ts'
import type { CommentFilter } from './filter.schema.ts'

/** The scope of a comment list. */
export type ListScope = CountScope | AuthorScope

/** A person's comments, limited to those that the caller can see. */
export interface AuthorScope {
  authorId: number
  viewerId: number
  projectId?: number | undefined
  everything: boolean
}

/**
 * Base query of all lists and counts: top-level comments on live requirements and on components, in a scope
 * (rule R-45). Has no columns yet.
 */
export function selectComments(db: Queries, scope: ListScope) {
  return db
    .selectFrom('reviews as v')
    .where(sql<SqlBool>`${sql.raw(topLevelSql('v'))}`)
    .where('authorId' in scope ? isOnLiveAnywhere : isOnLive(toCommentScope(scope)))
    .where((eb) => isWithin(eb, scope))
}

export type CommentsQuery = ReturnType<typeof selectComments>

/**
 * The comments of each outer component `c`. Filters by component only: with the project as well, the planner
 * would use the index of all texts.
 */
export function selectCommentsOfScope(db: Queries, scope: CommentScope): CommentsQuery {
  return db
    .selectFrom('reviews as v')
    .where(sql<SqlBool>`${sql.raw(topLevelSql('v'))}`)
    .where(isOnLive(scope))
    .where(sql<SqlBool>`v.component_id = c.id`)
}

/** Expression builder for the comments of a list. */
export type CommentBuilder = ExpressionBuilder<Db & { v: Db['reviews'] }, 'v'>

function isWithin(eb: CommentBuilder, scope: ListScope) {
  if ('authorId' in scope) {
    const conditions = [eb('v.user_id', '=', scope.authorId)]
    if (scope.projectId !== undefined) conditions.push(eb('v.project_id', '=', scope.projectId))
    if (!scope.everything) conditions.push(hasJoined(eb, scope.viewerId))
    return eb.and(conditions)
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
 * Whether the caller is a member of the comment's project or component; discoverable projects do not count
 * (rule R-47). Projects are a separate condition, because the index of a person's comments starts with them.
 */
function hasJoined(eb: CommentBuilder, viewerId: number) {
  return eb.and([
    sql<SqlBool>`v.project_id in ${memberProjectIds(viewerId)}`,
    sql<SqlBool>`v.component_id in ${memberComponentIds(viewerId)}`,
  ])
}

/** Applies the caller's filter (rule R-45). `today` determines what is overdue. */
export function applyFilter<Q extends CommentsQuery>(
  query: Q,
  filter: CommentFilter,
  today: string,
): CommentsQuery {
  return query.where((eb) => eb.and(listConditions(eb, filter, today)))
}

/** Returns every condition of a filter, with text last because it costs most. */
export function listConditions(eb: CommentBuilder, filter: CommentFilter, today: string) {
  const { resolved } = filter
  const statuses = listStatuses(filter)
  const expressions: Expression<SqlBool>[] = []
  if (statuses?.length === 1) expressions.push(eb('v.triage_status', '=', statuses[0] ?? null))
  else if (statuses) expressions.push(eb('v.triage_status', 'in', statuses))
  if (resolved === 'true') expressions.push(eb('v.adjudicated_at', 'is not', null))
  if (resolved === 'false') expressions.push(eb('v.adjudicated_at', 'is', null))
  return [...expressions, ...listConditionsBeyondCounts(eb, filter, today)]
}

/** Returns the statuses that a filter matches; undefined for all. */
export function listStatuses({ triage_status: status, triage_statuses: several }: CommentFilter) {
  if (several) return [...new Set(several)]
  return status === undefined || status === 'all' ? undefined : [status]
}

/** Returns the conditions that stored counts do not cover. */
function listConditionsBeyondCounts(eb: CommentBuilder, filter: CommentFilter, today: string) {
  const { section, author_id: author, rule_id: rule, assignee_id: assignee, overdue, q } = filter
  const { commenter_replied: replied, ids, created_from: from, created_to: to } = filter
  const expressions: Expression<SqlBool>[] = []
  if (ids) expressions.push(sql<SqlBool>`v.id = any(${sql.val(ids)}::integer[])`)
  if (from !== undefined) expressions.push(sql<SqlBool>`v.created_at >= ${from}::date at time zone 'UTC'`)
  if (to !== undefined) expressions.push(sql<SqlBool>`v.created_at < (${to}::date + 1) at time zone 'UTC'`)
  if (section === 'none') expressions.push(eb('v.section', 'is', null))
  else if (section !== undefined && section !== 'all') expressions.push(eb('v.section', '=', section))
  if (author !== undefined) expressions.push(eb('v.user_id', '=', author))
  if (rule !== undefined) expressions.push(eb('v.rule_id', '=', rule))
  if (assignee === 'none') expressions.push(eb('v.assignee_id', 'is', null))
  else if (assignee !== undefined) expressions.push(eb('v.assignee_id', '=', Number(assignee)))
  if (overdue !== undefined) expressions.push(isOverdue(today, overdue))
  if (replied !== undefined) expressions.push(hasClarified(replied))
  if (q) expressions.push(containsText(q))
  return expressions
}

/** Whether a filter has only status and resolution, so that stored counts provide its total. */
export function isAnsweredByCounts(filter: CommentFilter): boolean {
  return (
    listConditionsBeyondCounts(expressionBuilder<Db & { v: Db['reviews'] }, 'v'>(), filter, '').length === 0
  )
}

/** Whether a filter depends on replies, which do not change the revision of a scope. */
export function dependsOnReplies(filter: CommentFilter): boolean {
  return filter.commenter_replied !== undefined
}

/** Whether a comment is open and past its due date. */
function isOverdue(today: string, expected: boolean) {
  return sql<SqlBool>`(v.due_on is not null and v.due_on < ${today}::date and v.adjudicated_at is null) = ${sql.lit(expected)}`
}

/** Whether the commenter replied in the thread since clarification was requested (rule R-45). */
function hasClarified(expected: boolean) {
  return sql<SqlBool>`(case when v.triage_status = 'needs_clarification' then exists (
    with recursive thread as (
      select id, user_id, created_at, withdrawn_at from reviews where responding_to_review_id = v.id
      union all
      select k.id, k.user_id, k.created_at, k.withdrawn_at from reviews k join thread t on k.responding_to_review_id = t.id
    )
    select from thread
    where user_id = v.user_id and created_at > v.triage_set_at and not (${sql.raw(concealedSql('thread'))})
  ) else false end) = ${sql.lit(expected)}`
}

/** Three letters or digits in a row, the minimum for the trigram index. */
const INDEXED = /[\p{L}\p{N}]{3}/u
const ASCII = /^[\x20-\x7e]*$/

/**
 * Whether comment `v` contains a text, ignoring case; `%`, `_` and backslash are literal (rule R-45). Short texts avoid
 * the trigram index, because it would be scanned completely.
 */
export function containsText(term: string) {
  const pattern = substringPattern(term)
  if (INDEXED.test(term)) return sql<SqlBool>`v.comment ilike ${pattern}`
  // ASCII case folding takes a third of the time.
  if (ASCII.test(term)) return sql<SqlBool>`lower(v.comment collate "C") like ${pattern.toLowerCase()}`
  return sql<SqlBool>`(v.comment || '') ilike ${pattern}`
}
