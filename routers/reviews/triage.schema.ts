import { z } from 'zod'
import { bodyId, guards, text } from '../../src/shapes.ts'
import { COMMENT_LIMIT } from './commenting.schema.ts'
import { TriageStatus } from './review.schema.ts'

/** One decision with its companions (specification, "Triage body"). */
export const Decision = {
  triage_status: TriageStatus.meta({ description: 'Any status but pending.' }),
  response_comment: text(COMMENT_LIMIT).nullish(),
  duplicate_of_review_id: bodyId.nullish(),
  addressed_by_rule_id: bodyId.nullish(),
}

export const TriageInput = z.object({ ...Decision, ...guards })
