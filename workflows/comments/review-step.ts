import { Review } from '../../entities/review.ts'
import { type Reviewer } from '../../entities/rule-locking.ts'
import { Rule } from '../../entities/rule.ts'
import type { EffectiveAccess } from '../../src/audit/actor.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { DomainError, notFoundError } from '../../src/errors.ts'
import { loadLocked, createReleasedSnapshotError } from '../../src/procedures/access/authorize-record.ts'
import type { ComponentScope } from '../../src/procedures/access/scopes.ts'
import { roleAtLeast, type ReviewAction, type Role, type SectionKey } from '../../src/vocabulary.ts'
import type { Workers } from '../../src/workers/pool.ts'
import { assertLockable } from '../components/assert-lockable.ts'
import { findMentions } from './mentions.ts'
import { nameReviewers } from './requested-reviewers.ts'
import { notifyOfReviewStep } from './review-notices.ts'
import { assertLength } from './texts.ts'

export type Step = Exclude<ReviewAction, 'comment'>

interface StepRule {
  needs: Role
  /** The action in words, for the error and the toast. */
  verbPhrase: string
  done: string
  take: (rule: Rule, reviewer: Reviewer) => void
}

/** Required role of each step, and the requirement's method that validates it (rule R-43). */
export const STEPS: Record<Step, StepRule> = {
  request_review: {
    needs: 'author',
    verbPhrase: 'request a review',
    done: 'Review requested',
    take: (rule, reviewer) => rule.requestReview(reviewer),
  },
  revoke_review_request: {
    needs: 'author',
    verbPhrase: 'revoke a review request',
    done: 'Review request revoked',
    take: (rule, reviewer) => rule.revokeReview(reviewer),
  },
  request_changes: {
    needs: 'reviewer',
    verbPhrase: 'request changes',
    done: 'Changes requested',
    take: (rule, reviewer) => rule.requestChanges(reviewer),
  },
  approve: {
    needs: 'reviewer',
    verbPhrase: 'approve',
    done: 'Approved',
    take: (rule, reviewer) => rule.approve(reviewer),
  },
  lock_control: {
    needs: 'admin',
    verbPhrase: 'lock a requirement',
    done: 'Locked',
    take: (rule) => rule.lock(),
  },
  unlock_control: {
    needs: 'admin',
    verbPhrase: 'unlock a requirement',
    done: 'Unlocked',
    take: (rule) => rule.unlock(),
  },
}

export interface ReviewStepInput {
  ruleId: number
  action: Step
  comment: string
  section: SectionKey | null
  /** Requested reviewers; empty for other steps and for requests to all reviewers. */
  reviewerIds: readonly number[]
}

/** The stored step, its requirement, and the action in words. */
export interface ReviewStepResult {
  review: Review
  rule: Rule
  done: string
}

/**
 * Applies a review step to a requirement and stores it as a review, atomically (rule R-43). Throws 422 for a
 * missing role and on a released component (rule C-36). Calls `assertCurrent` while holding the lock.
 */
export async function applyReviewStep(
  work: UnitOfWork,
  workers: Workers,
  { scope, effectiveAccess }: { scope: ComponentScope; effectiveAccess: EffectiveAccess },
  step: ReviewStepInput,
  assertCurrent: (rule: Rule) => Promise<void>,
): Promise<ReviewStepResult> {
  const { em, db, now, actor, env } = work
  assertLength('comment', step.comment, env.limits.reviewText)
  const { needs, verbPhrase, done, take } = STEPS[step.action]
  assertRole(effectiveAccess.role, needs, verbPhrase)
  if (scope.released) throw createReleasedSnapshotError()
  const rule = await loadLocked(em, Rule, step.ruleId)
  if (rule.deletedAt) throw notFoundError()
  await assertCurrent(rule)
  const requestorId = step.action === 'request_review' ? null : (rule.reviewRequestorId ?? null)
  take(rule, { id: actor.id, admin: effectiveAccess.role === 'admin' })
  if (rule.locked) await assertLockable(db, workers, rule)
  await nameReviewers(work, step)
  const review = createStepReview(work, scope, step)
  await notifyOfReviewStep({ em, db, env, now }, { ...step, actor, requestorId, text: step.comment })
  await em.flush()
  const mentioned = await findMentions(db, review, step.comment)
  announceStep(work, review, rule, mentioned)
  return { review, rule, done }
}

function createStepReview(
  { em, actor, now }: UnitOfWork,
  { project_id: projectId, component_id: componentId }: ComponentScope,
  { ruleId, action, comment, section }: ReviewStepInput,
): Review {
  return em.create(Review, {
    projectId,
    componentId,
    ruleId,
    commentableType: 'BaseRule',
    userId: actor.id,
    action,
    comment,
    section,
    createdAt: now,
  })
}

function announceStep(
  { auditLog }: UnitOfWork,
  { id, action, projectId, componentId }: Review,
  rule: Rule,
  mentioned: number[],
): void {
  auditLog.announce({
    kind: 'rule.changed',
    projectId,
    componentId,
    data: {
      rule_id: rule.id,
      review_id: id,
      action,
      lock_version: rule.lockVersion,
      sections: [],
      ...(mentioned.length === 0 ? {} : { mentioned }),
    },
  })
}

function assertRole(role: Role | null, needs: Role, verbPhrase: string): void {
  if (roleAtLeast(role, needs)) return
  const messages = [`This needs the role ${needs} or higher.`, `You may not ${verbPhrase} here.`]
  throw new DomainError('invalid', 'review.role_missing', messages.join(' '), { messages })
}
