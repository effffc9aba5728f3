import { z } from 'zod'
import type { TriageRequest } from '../../../entities/triage-decision.ts'
import { bodyId, guards, text } from '../../../src/procedures/schemas/shapes.ts'
import { TRIAGE_STATUSES } from '../../../src/vocabulary.ts'
import { COMMENT_LIMIT } from '../commenting.schema.ts'

const DECISIONS = TRIAGE_STATUSES.filter((status) => status !== 'pending')

/**
 * The submitted status. `pending` passes the schema so that its error explains why, but the message does not
 * list it.
 */
const DecisionStatus = z
  .enum(TRIAGE_STATUSES, {
    error: `must be one of: ${DECISIONS.join(', ')}`,
  })
  .meta({ override: { type: 'string', enum: DECISIONS } })

/** Whether the decision closes the comment in the same write. */
export const close = z.boolean({ error: 'must be true or false' }).default(false)

/** A decision with its companion fields (rule R-18). */
export const Decision = {
  triage_status: DecisionStatus,
  response_comment: text(COMMENT_LIMIT).nullish(),
  duplicate_of_review_id: bodyId.nullish(),
  addressed_by_rule_id: bodyId.nullish(),
  close,
}

export const TriageInput = z.object({ ...Decision, ...guards })

/** The submitted decision in the form that the triage rules expect. */
export interface SubmittedDecision {
  triage_status: TriageRequest['status']
  response_comment?: string | null | undefined
  duplicate_of_review_id?: number | null | undefined
  addressed_by_rule_id?: number | null | undefined
  close?: boolean | undefined
}

/** Converts a submitted decision to the input of the use case. */
export function toTriageRequest(input: SubmittedDecision): TriageRequest {
  return {
    status: input.triage_status,
    response: input.response_comment,
    duplicateOfReviewId: input.duplicate_of_review_id,
    addressedByRuleId: input.addressed_by_rule_id,
    close: input.close,
  }
}
