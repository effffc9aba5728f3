import { toDecision, type TriageRequest } from '../../entities/triage-decision.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Decision } from '../../src/vocabulary.ts'
import { assertLength } from '../comments/texts.ts'

/** A validated decision. */
export interface ValidatedDecision extends TriageRequest {
  status: Decision
}

/**
 * Validates a decision's values before the comment is read: throws 422 for a long response, `pending`, and a
 * missing target or response (rule R-18).
 */
export function validateDecision(
  { env }: Pick<UnitOfWork, 'env'>,
  request: TriageRequest,
): ValidatedDecision {
  assertLength('response_comment', request.response ?? '', env.limits.comment)
  return { ...request, status: toDecision(request) }
}

/** Throws 422 if the text of a close is too long. */
export function assertResolution({ env }: Pick<UnitOfWork, 'env'>, text: string | null | undefined): void {
  assertLength('resolution_comment', text ?? '', env.limits.comment)
}
