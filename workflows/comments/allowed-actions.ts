import {
  assertNotFrozen,
  assertAcceptsComment,
  assertAcceptsReaction,
  type CommentWindow,
} from '../../entities/comment-window.ts'
import { assertUndoable } from '../../entities/last-decision.ts'
import { Review } from '../../entities/review.ts'
import { NO_TARGETS } from '../../entities/triage-decision.ts'
import type { RequiredAccess } from '../../src/auth/access/effective-access.ts'
import { notFoundError } from '../../src/errors.ts'
import {
  type ActionContext,
  type ActionRule,
  type AllowedAction,
  toAllowedAction,
} from '../../src/procedures/access/allowed-action.ts'
import { assertOnRequirement } from '../decisions/accept-and-edit.ts'
import { assertSingleBatch } from '../decisions/undo.ts'
import { createParentElsewhereError } from './comment-position.ts'
import { assertMovable } from './move.ts'
import { assertReactable } from './react.ts'

/** Actions on a comment, named like the last segment of their URL. */
export const COMMENT_ACTIONS = [
  'reply',
  'react',
  'edit',
  'withdraw',
  'triage',
  'accept_and_edit',
  'adjudicate',
  'reopen',
  'undo',
  'assign',
  'section',
  'move_to_rule',
  'admin_withdraw',
  'admin_restore',
  'admin_destroy',
] as const
export type CommentAction = (typeof COMMENT_ACTIONS)[number]

/** Actions of the commenter only; lists include them for the caller's own comments and replies. */
export const OWN_ACTIONS = ['edit', 'withdraw'] as const satisfies readonly CommentAction[]

/** The columns of a comment that its rules use. */
export type CommentFacts = Pick<
  Review,
  | 'id'
  | 'action'
  | 'componentId'
  | 'commentableType'
  | 'ruleId'
  | 'userId'
  | 'respondingToReviewId'
  | 'triageStatus'
  | 'adjudicatedAt'
  | 'withdrawnAt'
  | 'section'
  | 'assigneeId'
  | 'dueOn'
  | 'lastDecision'
  | 'markers'
  | 'lockVersion'
>

/** The caller, the time, and the component's comment window. */
export interface CommentContext extends ActionContext {
  scope: CommentWindow
  now: Date
}

/**
 * Which actions the caller can perform on a comment now, and why not. Each action is tried on a copy, so that
 * the operations' own rules decide. A later reply can still prevent undo.
 */
export function listAllowedOnComment(
  facts: CommentFacts,
  context: CommentContext,
): Record<CommentAction, AllowedAction> {
  return tryActions(COMMENT_ACTIONS, facts, context)
}

/** The columns that the rules of own comments use. */
export type OwnCommentFacts = Pick<
  CommentFacts,
  | 'action'
  | 'respondingToReviewId'
  | 'userId'
  | 'triageStatus'
  | 'adjudicatedAt'
  | 'withdrawnAt'
  | 'lockVersion'
>

/** Whether the commenter can still edit and withdraw an own comment or reply, and why not (rule R-17). */
export function listAllowedOnOwnComment(facts: OwnCommentFacts, context: Omit<CommentContext, 'now'>) {
  // The time does not affect either action.
  return tryActions(OWN_ACTIONS, facts, { ...context, now: new Date(0) })
}

function tryActions<A extends CommentAction>(
  actions: readonly A[],
  facts: Partial<CommentFacts>,
  context: CommentContext,
): Record<A, AllowedAction> {
  const copy = new Review()
  const entries = actions.map((action) => [
    action,
    toAllowedAction(context, toActionRule(action, Object.assign(copy, facts), context)),
  ])
  return Object.fromEntries(entries) as Record<A, AllowedAction>
}

function toActionRule(
  action: CommentAction,
  review: Review,
  { actor, scope, now }: CommentContext,
): ActionRule {
  const { needs, isOwnOnly, readOnly, frozen, attempt } = RULES[action]
  return {
    needs,
    ...(isOwnOnly === true && { ownerId: review.userId ?? null }),
    ...(readOnly === true && { readOnly }),
    attempt: () => {
      if (frozen !== 'allowed') assertNotFrozen(scope)
      attempt(review, { userId: actor.id, now, scope })
    },
  }
}

interface Attempt {
  userId: number
  now: Date
  scope: CommentWindow
}

interface CommentRule {
  needs: RequiredAccess
  isOwnOnly?: true
  readOnly?: true
  /** Administrator overrides are possible after the comments are final (rule R-14). */
  frozen?: 'allowed'
  attempt: (review: Review, attempt: Attempt) => unknown
}

/** Roles must match those of the procedures; test/routers/reviews/allowed-actions.test.ts compares them. */
const RULES: Record<CommentAction, CommentRule> = {
  reply: {
    needs: 'viewer',
    frozen: 'allowed',
    attempt: (review, { scope }) => {
      assertAcceptsComment(scope, true)
      if (!review.isComment()) throw createParentElsewhereError()
    },
  },
  react: {
    needs: 'viewer',
    frozen: 'allowed',
    attempt: (review, { scope }) => {
      if (!review.isComment()) throw notFoundError()
      assertAcceptsReaction(scope)
      assertReactable(review)
    },
  },
  edit: { needs: 'viewer', isOwnOnly: true, attempt: (review, { now }) => review.edit('', now) },
  withdraw: {
    needs: 'viewer',
    isOwnOnly: true,
    attempt: (review, { userId, now }) => review.withdraw(userId, now),
  },
  // A closed comment still accepts a decision that closes it.
  triage: {
    needs: 'author',
    attempt: (review, metadata) => review.triage('informational', NO_TARGETS, metadata),
  },
  accept_and_edit: {
    needs: 'author',
    readOnly: true,
    attempt: (review, metadata) => {
      review.triage('concur', NO_TARGETS, metadata)
      assertOnRequirement(review)
    },
  },
  adjudicate: { needs: 'author', attempt: (review, metadata) => review.adjudicate(metadata) },
  reopen: { needs: 'project author', attempt: (review) => review.reopen() },
  undo: {
    needs: 'author',
    attempt: (review, { userId, now }) => {
      assertSingleBatch(review)
      assertUndoable(review.lastDecision ?? null, userId, now)
    },
  },
  assign: {
    needs: 'author',
    attempt: (review) => review.assign(review.assigneeId ?? null, review.dueOn ?? null),
  },
  section: { needs: 'author', attempt: (review) => review.retag(review.section ?? null) },
  move_to_rule: { needs: 'project admin', frozen: 'allowed', attempt: (review) => assertMovable(review) },
  admin_withdraw: {
    needs: 'project admin',
    frozen: 'allowed',
    attempt: (review, { userId, now }) => review.withdrawByAdmin(userId, now),
  },
  admin_restore: { needs: 'project admin', frozen: 'allowed', attempt: (review) => review.restoreByAdmin() },
  admin_destroy: { needs: 'project admin', frozen: 'allowed', attempt: () => undefined },
}
