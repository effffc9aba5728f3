import type { AuditLog } from '../../src/audit/audit-log.ts'
import { wireTime } from '../../src/procedures/schemas/times.ts'
import type { CommentEvent, TriageStatus } from '../../src/vocabulary.ts'

/** What an event says about its review. */
export interface EventReview {
  id: number
  projectId: number
  componentId: number
  ruleId?: number | null | undefined
  lockVersion: number
  triageStatus?: TriageStatus | null | undefined
  adjudicatedAt?: Date | null | undefined
}

/** What was said with an event: the response that came with it, and whom its new text names (`mentionedIn`). */
export interface AnnouncedComment {
  responseId?: number | undefined
  mentioned?: number[] | undefined
}

/** Puts one event about a review into the transaction's trail. */
export function announce(
  trail: AuditLog,
  kind: CommentEvent,
  review: EventReview,
  { responseId, mentioned = [] }: AnnouncedComment = {},
): void {
  trail.announce({
    kind,
    projectId: review.projectId,
    componentId: review.componentId,
    data: {
      review_id: review.id,
      rule_id: review.ruleId ?? null,
      lock_version: review.lockVersion,
      triage_status: review.triageStatus ?? null,
      adjudicated_at: wireTime(review.adjudicatedAt ?? null),
      ...(responseId === undefined ? {} : { response_review_id: responseId }),
      ...(mentioned.length === 0 ? {} : { mentioned }),
    },
  })
}
