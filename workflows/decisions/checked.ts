import { decisionOf, type TriageRequest } from '../../entities/triage-decision.ts'
import type { Decision } from '../../src/vocabulary.ts'
import type { Work } from '../../src/work.ts'
import { assertLength } from '../comments/texts.ts'

/** A decision whose own values are in order. */
export interface CheckedDecision extends TriageRequest {
  status: Decision
}

/**
 * Refuses what can be told from the values of a decision alone, before anybody looks at the comment: 422 for a response
 * over the limit, for `pending`, and for a missing companion (rule R-18).
 */
export function checkedDecision({ env }: Pick<Work, 'env'>, request: TriageRequest): CheckedDecision {
  assertLength('response_comment', request.response ?? '', env.limits.comment)
  return { ...request, status: decisionOf(request) }
}

/** The same for the text that comes with closing. */
export function assertResolution({ env }: Pick<Work, 'env'>, text: string | null | undefined): void {
  assertLength('resolution_comment', text ?? '', env.limits.comment)
}
