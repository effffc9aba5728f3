import { Review } from '../../entities/review.ts'
import { Rule, type Reviewer } from '../../entities/rule.ts'
import { locked } from '../../src/access.ts'
import { DomainError, notFound } from '../../src/errors.ts'
import { tag } from '../../src/guards.ts'
import { tellReviewStep } from '../../src/outbox/review-notices.ts'
import { toast } from '../../src/shapes.ts'
import { roleAtLeast, type ReviewAction, type Role, type SectionKey } from '../../src/vocabulary.ts'
import type { Commenting } from './commenting.ts'
import { assertLength } from './texts.ts'
import { audienceOf, viewReview } from './view.ts'

export type Step = Exclude<ReviewAction, 'comment'>

interface StepRule {
  needs: Role
  /** What is done, for the refusal and the toast. */
  deed: string
  done: string
  take: (rule: Rule, by: Reviewer) => void
}

/** Who may take a step, and which rule of the requirement decides whether it is legal (comments 3.12). */
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
  section?: SectionKey | null | undefined
}

/**
 * Takes one step of a requirement's review cycle and keeps it as a review; both or neither (comments 3.12).
 * A missing role is 422 here, and so is every step on a released component (contract, decision 18).
 */
export async function takeStep(ctx: Commenting, given: GivenStep) {
  const { em, db, now, actor, standing, scope, trail } = ctx
  const { env } = ctx.services
  assertLength('comment', given.comment, env.limits.reviewText)
  const { needs, deed, done, take } = STEPS[given.action]
  assertRole(standing.role, needs, deed)
  if (scope.released) {
    throw new DomainError('invalid', 'component.released', 'A released component is a read-only snapshot.')
  }
  const rule = await locked(em, Rule, given.ruleId)
  if (rule.deletedAt) throw notFound()
  const requestorId = given.action === 'request_review' ? null : (rule.reviewRequestorId ?? null)
  take(rule, { id: actor.id, admin: standing.role === 'admin' })
  const review = em.create(Review, {
    projectId: standing.projectId,
    componentId: scope.component_id,
    ruleId: rule.id,
    commentableType: 'BaseRule',
    userId: actor.id,
    action: given.action,
    comment: given.comment,
    section: given.section ?? null,
    createdAt: now,
  })
  await tellReviewStep(em, db, env, { ...given, actor, requestorId, text: given.comment }, now)
  await em.flush()
  trail.announce({
    kind: 'rule.changed',
    projectId: standing.projectId,
    componentId: scope.component_id,
    data: { rule_id: rule.id, review_id: review.id, action: given.action },
  })
  tag(ctx.reply, review)
  return { toast: toast(done, ''), review: await viewReview(db, review.id, audienceOf(actor, standing)) }
}

function assertRole(role: Role | null, needs: Role, deed: string): void {
  if (roleAtLeast(role, needs)) return
  const messages = [`This needs the role ${needs} or higher.`, `You may not ${deed} here.`]
  throw new DomainError('invalid', 'review.role_missing', messages.join(' '), { messages })
}
