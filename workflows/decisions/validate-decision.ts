import { validateDecision, type TriageRequest } from '../../entities/triage-decision.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Decision } from '../../src/vocabulary.ts'
import { assertLength } from '../comments/texts.ts'

/** A decision whose own values are in order. */
export interface ValidatedDecision extends TriageRequest {
  status: Decision
}

/**
 * Refuses what can be told from the values of a decision alone, before anyone looks at the comment: 422 for a response
 * over the limit, for `pending`, and for a missing companion (rule R-18).
 */
export function validateDecision(
  { env }: Pick<UnitOfWork, 'env'>,
  request: TriageRequest,
): ValidatedDecision {
  assertLength('response_comment', request.response ?? '', env.limits.comment)
  return { ...request, status: validateDecision(request) }
}

/** Checks the length of the text that comes with closing. */
export function assertResolution({ env }: Pick<UnitOfWork, 'env'>, text: string | null | undefined): void {
  assertLength('resolution_comment', text ?? '', env.limits.comment)
}
