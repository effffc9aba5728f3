import type { AuditLog } from '../../src/audit/audit-log.ts'
import { toWireTime } from '../../src/procedures/schemas/times.ts'
import type { CommentEvent, TriageStatus } from '../../src/vocabulary.ts'

/** The fields of an event about a review. */
export interface EventReview {
  id: number
  projectId: number
  componentId: number
  ruleId?: number | null | undefined
  lockVersion: number
  triageStatus?: TriageStatus | null | undefined
  adjudicatedAt?: Date | null | undefined
}

/**
 * Additional data of an event: the response comment, and people mentioned in the new text (`findMentions`).
 */
export interface AnnouncedComment {
  responseId?: number | undefined
  mentioned?: number[] | undefined
}

/** Adds an event about a review to the transaction's audit log. */
export function announce(
  auditLog: AuditLog,
  kind: CommentEvent,
  review: EventReview,
  { responseId, mentioned = [] }: AnnouncedComment = {},
): void {
  auditLog.announce({
    kind,
    projectId: review.projectId,
    componentId: review.componentId,
    data: {
      review_id: review.id,
      rule_id: review.ruleId ?? null,
      lock_version: review.lockVersion,
      triage_status: review.triageStatus ?? null,
      adjudicated_at: toWireTime(review.adjudicatedAt ?? null),
      ...(responseId === undefined ? {} : { response_review_id: responseId }),
      ...(mentioned.length === 0 ? {} : { mentioned }),
    },
  })
}
