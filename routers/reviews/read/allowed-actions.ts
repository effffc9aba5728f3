import { findUndoDeadline } from '../../../entities/last-decision.ts'
import type { Actor } from '../../../src/audit/actor.ts'
import type { ActionContext } from '../../../src/procedures/access/allowed-action.ts'
import { allowedActions } from '../../../src/procedures/access/allowed-action.ts'
import type { ComponentScope } from '../../../src/procedures/access/scopes.ts'
import { instant } from '../../../src/procedures/schemas/shapes.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import {
  listAllowedOnComment,
  listAllowedOnOwnComment,
  COMMENT_ACTIONS,
  type CommentContext,
  type CommentFacts,
  OWN_ACTIONS,
  type OwnCommentFacts,
} from '../../../workflows/comments/allowed-actions.ts'
import type { ReviewRow } from './review.ts'

/** Actions that the caller can perform on a comment. */
export const ReviewActions = {
  allowed_actions: allowedActions(COMMENT_ACTIONS),
  undoable_until: instant.nullable().meta({
    description: 'Until when the caller may take the last decision back, if that is theirs.',
  }),
}

/** Actions on the caller's own comments in a list; a single comment returns all actions. */
export const OwnActions = {
  allowed_actions: allowedActions(OWN_ACTIONS).optional().meta({
    description: 'On your own comments: whether you may still edit and withdraw it, and why not.',
  }),
}

/** The caller of a list as plain values, which can be part of a cache key. */
export type ListReader = Omit<CommentContext, 'now'>

/** Returns the caller of a comment list as plain values. */
export function toListReader({
  actor,
  effectiveAccess,
  scope,
}: Pick<ActionContext, 'effectiveAccess'> & { actor: Pick<Actor, 'id'>; scope: ComponentScope }): ListReader {
  const { released, comment_phase, closed_reason } = scope
  return { actor: { id: actor.id }, effectiveAccess, released, scope: { comment_phase, closed_reason } }
}

type OwnRow = Pick<ReviewRow, 'user_id' | 'triage_status' | 'adjudicated_at' | 'lock_version'> &
  Partial<Pick<ReviewRow, 'responding_to_review_id' | 'withdrawn_at'>>

/** Returns the caller's actions on their own row; empty for other people's rows. */
export function listOwnActions(row: OwnRow, reader: ListReader) {
  if (row.user_id === null || row.user_id !== reader.actor.id) return {}
  const facts: OwnCommentFacts = {
    action: 'comment',
    userId: row.user_id,
    respondingToReviewId: row.responding_to_review_id ?? null,
    triageStatus: row.triage_status,
    adjudicatedAt: toDate(row.adjudicated_at),
    withdrawnAt: toDate(row.withdrawn_at ?? null),
    lockVersion: row.lock_version,
  }
  return { allowed_actions: listAllowedOnOwnComment(facts, reader) }
}

interface ReviewCaller extends Omit<ActionContext, 'released'> {
  scope: ComponentScope
  now: Date
}

/** Returns the caller's actions on a stored review, and the end of the undo window of their own decision. */
export function listReviewActions(row: ReviewRow, { scope, now, ...caller }: ReviewCaller) {
  const context = { ...caller, released: scope.released, scope, now }
  const actions = listAllowedOnComment(toFacts(row), context)
  const deadline = actions.undo.allowed ? findUndoDeadline(row.last_decision) : null
  return { allowed_actions: actions, undoable_until: toWireTime(deadline) }
}

function toFacts(row: ReviewRow): CommentFacts {
  return {
    id: row.id,
    action: row.action,
    componentId: row.component_id,
    commentableType: row.commentable_type,
    ruleId: row.rule_id,
    userId: row.user_id,
    respondingToReviewId: row.responding_to_review_id,
    triageStatus: row.triage_status,
    adjudicatedAt: toDate(row.adjudicated_at),
    withdrawnAt: toDate(row.withdrawn_at),
    section: row.section,
    assigneeId: row.assignee_id,
    dueOn: row.due_on,
    lastDecision: row.last_decision,
    markers: row.markers,
    lockVersion: row.lock_version,
  }
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
