import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import {
  assertAcceptsComment,
  createWindowClosedError,
  type CommentWindow,
} from '../../entities/comment-window.ts'
import { formatCommentSubject } from '../../entities/requirement-name.ts'
import type { ReviewMarker } from '../../entities/review-constraints.ts'
import { Review } from '../../entities/review.ts'
import type { Em, Queries } from '../../src/database/database.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { parentSql } from '../../src/database/satisfiers.ts'
import { validationError } from '../../src/errors.ts'

/** The position where a new comment or reply is stored (rule R-40). */
export interface CommentPosition {
  ruleId: number | null
  originalCommentableId: number | null
  markers: ReviewMarker[]
  /** Displayed name (`PREFIX-000123`) of the requirement to which the comment was redirected. */
  redirectedTo: string | null
}

/** The commented requirement, or the component itself. */
export interface Target {
  componentId: number
  ruleId: number | null
  scope: CommentWindow
}

/**
 * Determines where a text is stored: replies with their parent, new comments on a satisfied requirement with
 * its satisfier (rules R-15 and R-40). Share-locks the parent so that its thread can't move. Throws 422
 * outside the window and for an invalid parent.
 */
export async function findCommentPosition(
  em: Em,
  db: Queries,
  target: Target,
  parentId: number | null,
): Promise<CommentPosition> {
  if (parentId !== null) {
    await assertParent(em, target, parentId)
    return { ruleId: target.ruleId, originalCommentableId: null, markers: [], redirectedTo: null }
  }
  assertAcceptsComment(target.scope, false)
  const redirect = target.ruleId === null ? undefined : await findSatisfyingRule(db, target.ruleId)
  return toPosition(target.ruleId, redirect)
}

/** Loads the positions of new comments on these requirements with one query, like `findCommentPosition`. */
export async function loadCommentPositions(
  db: Queries,
  ruleIds: number[],
): Promise<(ruleId: number | null) => CommentPosition> {
  const { rows } = await sql<SatisfyingRule>`${SATISFYING_RULES}
    where own.id = any (${sql.val([...new Set(ruleIds)])}::integer[]) and own.document_type = 'stig'`.execute(
    db,
  )
  const redirects = new Map(rows.map((row) => [row.own_id, row]))
  return (ruleId) => toPosition(ruleId, ruleId === null ? undefined : redirects.get(ruleId))
}

function toPosition(ruleId: number | null, redirect: SatisfyingRule | undefined): CommentPosition {
  if (!redirect) return { ruleId, originalCommentableId: null, markers: [], redirectedTo: null }
  return {
    ruleId: redirect.id,
    originalCommentableId: ruleId,
    markers: [{ kind: 'redirect', label: formatCommentSubject(redirect.prefix, redirect.own_number) }],
    redirectedTo: formatCommentSubject(redirect.prefix, redirect.number),
  }
}

async function assertParent(em: Em, target: Target, parentId: number): Promise<void> {
  assertAcceptsComment(target.scope, true)
  const parentKey = { id: parentId, componentId: target.componentId }
  const parent = await em.findOne(Review, parentKey, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true })
  const comment = parent?.isComment() ? parent : null
  if (!comment && target.scope.comment_phase === 'closed') throw createWindowClosedError()
  if (!comment || (comment.ruleId ?? null) !== target.ruleId) {
    throw createParentElsewhereError()
  }
}

/** Creates the 422 for a reply to a comment on another requirement or component. */
export function createParentElsewhereError(): Error {
  return validationError(
    'review.parent_elsewhere',
    'responding_to_review_id',
    'A reply must be to a comment on the same requirement or component.',
  )
}

/** The live requirement that satisfies this one; the lowest id if there are several (rule R-40). */
async function findSatisfyingRule(db: Queries, ruleId: number) {
  const [lowest] = await selectSatisfying(db, ruleId)
  return lowest
}

const SATISFYING_RULES = sql`select own.id as own_id, p.id, p.rule_id as number, own.rule_id as own_number, c.prefix
    from rules own join components c on c.id = own.component_id
    cross join lateral ${parentSql('own.id', sql`o.id, o.rule_id`)} p`

const selectSatisfying = preparedQuery<SatisfyingRule, [ruleId: number]>(
  (_, ruleId) => sql`${SATISFYING_RULES} where own.id = ${ruleId} and own.document_type = 'stig'`,
)

interface SatisfyingRule {
  own_id: number
  id: number
  number: string
  own_number: string
  prefix: string
}
