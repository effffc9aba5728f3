import { sql, type SqlBool } from 'kysely'
import { concealedSql } from '../../../../entities/review-text.ts'
import type { Queries } from '../../../../src/database/database.ts'
import { preparedQuery } from '../../../../src/database/prepared-query.ts'
import { isOnLive } from '../live.ts'
import { containsText } from './comment-query.ts'
import type { CommentFilter } from './filter.schema.ts'

/**
 * Counts a component's comments and replies in any status that match section, requirement and text (rule
 * Withdrawn replies are not searched (rule R-26).
 */
export async function countWithReplies(
  db: Queries,
  scope: ReplyScope,
  filter: CommentFilter,
): Promise<number> {
  return (await selectWithReplies(db, scope, filter).executeTakeFirstOrThrow()).count
}

export interface ReplyScope {
  componentId: number
  commentableType?: 'rule' | 'component' | undefined
}

/** Whether stored counts and the number of replies are not enough for this filter. */
export function narrowsReplies({ section, rule_id: ruleId, q }: CommentFilter): boolean {
  return (section !== undefined && section !== 'all') || ruleId !== undefined || Boolean(q)
}

/** Query for the number of a component's replies; an index-only scan. */
export function selectReplyCount(db: Queries, { componentId, commentableType }: ReplyScope) {
  const replies = db
    .selectFrom('reviews as v')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('v.component_id', '=', componentId)
    .where('v.responding_to_review_id', 'is not', null)
    .where(isOnLive({ componentId }))
  if (commentableType === undefined) return replies
  return replies.where('v.rule_id', commentableType === 'rule' ? 'is not' : 'is', null)
}

/** Returns the number of replies in a scope. */
export async function readReplyCount(db: Queries, scope: ReplyScope): Promise<number> {
  return (await selectReplyCount(db, scope).executeTakeFirstOrThrow()).count
}

/** Query for the number of matching comments and replies. */
function selectWithReplies(db: Queries, scope: ReplyScope, { section, rule_id: ruleId, q }: CommentFilter) {
  let query = db
    .selectFrom('reviews as v')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('v.component_id', '=', scope.componentId)
    .where('v.action', '=', 'comment')
    .where(isOnLive({ componentId: scope.componentId }))
  if (scope.commentableType) {
    query = query.where('v.rule_id', scope.commentableType === 'rule' ? 'is not' : 'is', null)
  }
  if (section === 'none') query = query.where('v.section', 'is', null)
  else if (section !== undefined && section !== 'all') query = query.where('v.section', '=', section)
  if (ruleId !== undefined) query = query.where('v.rule_id', '=', ruleId)
  if (q) query = query.where(containsText(q)).where(sql<SqlBool>`not (${sql.raw(concealedSql('v'))})`)
  return query
}

/** Maps each comment to the time of its last reply. */
export async function readNewestReplies(db: Queries, ids: number[]): Promise<Map<number, string>> {
  const rows = await selectNewestReplies(db, ids)
  return new Map(rows.map(({ id, at: createdAt }) => [id, createdAt]))
}

const selectNewestReplies = preparedQuery(
  (_, ids: number[]) => sql<{ id: number; at: string }>`
    select responding_to_review_id as id, max(created_at)::text as at from reviews
    where responding_to_review_id = any(${ids}::integer[]) group by 1`,
  { short: true },
)
