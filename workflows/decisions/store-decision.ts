import { Review } from '../../entities/review.ts'
import { toResponse } from '../../entities/triage-decision.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { isBlank } from '../../src/procedures/schemas/shapes.ts'
import { announce } from '../comments/announce.ts'
import { findMentions } from '../comments/mentions.ts'

/** Stores a decision and its response, and announces both. Returns the response; null without text. */
export async function storeDecision(
  { em, db, actor, now, auditLog }: UnitOfWork,
  kind: 'comment.triaged' | 'comment.adjudicated',
  review: Review,
  text: string | null | undefined,
): Promise<Review | null> {
  const response = text && !isBlank(text) ? em.create(Review, toResponse(review, text, actor.id, now)) : null
  await em.flush()
  const announced = response
    ? { responseId: response.id, mentioned: await findMentions(db, response, response.comment) }
    : {}
  announce(auditLog, kind, review, announced)
  return response
}
