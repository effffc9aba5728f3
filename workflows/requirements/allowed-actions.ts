import { assertAcceptsComment, isFrozen, type CommentWindow } from '../../entities/comment-window.ts'
import type { Reviewer } from '../../entities/rule-locking.ts'
import { Rule } from '../../entities/rule.ts'
import {
  type ActionContext,
  type ActionRule,
  type AllowedAction,
  toAllowedAction,
} from '../../src/procedures/access/allowed-action.ts'
import { type Step, STEPS } from '../comments/review-step.ts'

/** Actions on a requirement: the steps of its review, and the other operations. */
export const REQUIREMENT_ACTIONS = [
  'comment',
  'update',
  'revert',
  'lock_sections',
  'request_review',
  'revoke_review_request',
  'request_changes',
  'approve',
  'lock_control',
  'unlock_control',
  'destroy',
] as const
export type RequirementAction = (typeof REQUIREMENT_ACTIONS)[number]

/** The columns of a requirement that its rules use. */
export type RequirementFacts = Pick<Rule, 'ruleId' | 'locked' | 'reviewRequestorId' | 'changesRequested'>

/** The caller, and the component's comment window, which can freeze requirements. */
export interface RequirementContext extends ActionContext {
  scope: CommentWindow
}

/**
 * Which actions the caller can perform on a live requirement now, and why not. Each action is tried on a
 * copy, so that the operations' own rules decide. Section locks can still reject some changes.
 */
export function listAllowedOnRequirement(
  facts: RequirementFacts,
  context: RequirementContext,
): Record<RequirementAction, AllowedAction> {
  const { actor, effectiveAccess, scope } = context
  const reviewer = { id: actor.id, admin: effectiveAccess.role === 'admin' }
  const copy = new Rule()
  const entries = REQUIREMENT_ACTIONS.map((action) => {
    const { attempt, ...rule } = RULES[action]
    const attemptAction = () =>
      attempt(Object.assign(copy, { lockVersion: 0, ...facts }), { reviewer, scope })
    return [action, toAllowedAction(context, { ...rule, attempt: attemptAction })]
  })
  return Object.fromEntries(entries) as Record<RequirementAction, AllowedAction>
}

interface Attempt {
  reviewer: Reviewer
  scope: CommentWindow
}

interface RequirementRule extends Omit<ActionRule, 'attempt'> {
  attempt: (rule: Rule, attempt: Attempt) => unknown
}

const content: RequirementRule = {
  needs: 'author',
  readOnly: true,
  attempt: (rule, { scope }) => rule.assertEditable(isFrozen(scope)),
}

const step = (name: Step): RequirementRule => {
  const { needs, take } = STEPS[name]
  return { needs, readOnly: true, attempt: (rule, { reviewer }) => take(rule, reviewer) }
}

/** Roles must match those of the procedures; test/routers/rules/allowed-actions.test.ts compares them. */
const RULES: Record<RequirementAction, RequirementRule> = {
  comment: { needs: 'viewer', attempt: (_, { scope }) => assertAcceptsComment(scope, false) },
  update: content,
  revert: content,
  lock_sections: { needs: 'reviewer', readOnly: true, attempt: () => undefined },
  request_review: step('request_review'),
  revoke_review_request: step('revoke_review_request'),
  request_changes: step('request_changes'),
  approve: step('approve'),
  lock_control: step('lock_control'),
  unlock_control: step('unlock_control'),
  destroy: { needs: 'admin', readOnly: true, attempt: () => undefined },
}
