import { Review } from '../../entities/review.ts'
import { Rule } from '../../entities/rule.ts'
import type { Standing } from '../../src/access/actor.ts'
import { locked } from '../../src/access/records.ts'
import type { ComponentScope } from '../../src/access/scopes.ts'
import { type Reviewer } from '../../entities/rule-locking.ts'
import { DomainError, notFound } from '../../src/errors.ts'
import { tellReviewStep } from '../../src/outbox/review-notices.ts'
import { roleAtLeast, type ReviewAction, type Role, type SectionKey } from '../../src/vocabulary.ts'
import type { Work } from '../../src/work.ts'
import { assertLength } from './texts.ts'

export type Step = Exclude<ReviewAction, 'comment'>

interface StepRule {
  needs: Role
  /** What is done, for the refusal and the toast. */
  deed: string
  done: string
  take: (rule: Rule, by: Reviewer) => void
}

/** Who may take a step, and which rule of the requirement decides whether it is legal (rule R-43). */
const STEPS: Record<Step, StepRule> = {
  request_review: {
    needs: 'author',
    deed: 'request a review',
    done: 'Review requested',
    take: (rule, by) => rule.requestReview(by),
  },
  revoke_review_request: {
    needs: 'author',
    deed: 'revoke a review request',
    done: 'Review request revoked',
    take: (rule, by) => rule.revokeReview(by),
  },
  request_changes: {
    needs: 'reviewer',
    deed: 'request changes',
    done: 'Changes requested',
    take: (rule, by) => rule.requestChanges(by),
  },
  approve: { needs: 'reviewer', deed: 'approve', done: 'Approved', take: (rule, by) => rule.approve(by) },
  lock_control: { needs: 'admin', deed: 'lock a requirement', done: 'Locked', take: (rule) => rule.lock() },
  unlock_control: {
    needs: 'admin',
    deed: 'unlock a requirement',
    done: 'Unlocked',
    take: (rule) => rule.unlock(),
  },
}

export interface GivenStep {
  ruleId: number
  action: Step
  comment: string
  section: SectionKey | null
}

/** The step as it is kept, the requirement that took it, and what was done in words. */
export interface StepTaken {
  review: Review
  rule: Rule
  done: string
}

/**
 * Takes one step of a requirement's review cycle and keeps it as a review; both or neither (rule R-43).
 * A missing role is 422 here, and so is every step on a released component (rule C-36). `assertSeen` throws where
 * the caller has not seen the requirement as it is, once nobody else can change it.
 */
export async function takeStep(
  work: Work,
  { scope, standing }: { scope: ComponentScope; standing: Standing },
  given: GivenStep,
  assertSeen: (rule: Rule) => Promise<void>,
): Promise<StepTaken> {
  const { em, db, now, actor, trail, env } = work
  assertLength('comment', given.comment, env.limits.reviewText)
  const { needs, deed, done, take } = STEPS[given.action]
  assertRole(standing.role, needs, deed)
  if (scope.released) {
    throw new DomainError('invalid', 'component.released', 'A released component is a read-only snapshot.')
  }
  const rule = await locked(em, Rule, given.ruleId)
  if (rule.deletedAt) throw notFound()
  await assertSeen(rule)
  const requestorId = given.action === 'request_review' ? null : (rule.reviewRequestorId ?? null)
  take(rule, { id: actor.id, admin: standing.role === 'admin' })
  const review = em.create(Review, {
    projectId: scope.project_id,
    componentId: scope.component_id,
    ruleId: rule.id,
    commentableType: 'BaseRule',
    userId: actor.id,
    action: given.action,
    comment: given.comment,
    section: given.section,
    createdAt: now,
  })
  await tellReviewStep({ em, db, env, now }, { ...given, actor, requestorId, text: given.comment })
  await em.flush()
  trail.announce({
    kind: 'rule.changed',
    projectId: scope.project_id,
    componentId: scope.component_id,
    data: {
      rule_id: rule.id,
      review_id: review.id,
      action: given.action,
      lock_version: rule.lockVersion,
      sections: [],
    },
  })
  return { review, rule, done }
}

function assertRole(role: Role | null, needs: Role, deed: string): void {
  if (roleAtLeast(role, needs)) return
  const messages = [`This needs the role ${needs} or higher.`, `You may not ${deed} here.`]
  throw new DomainError('invalid', 'review.role_missing', messages.join(' '), { messages })
}
