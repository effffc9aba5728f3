import { sql } from 'kysely'
import { Review } from '../../entities/review.ts'
import {
  NO_TARGETS,
  type TriageRequest,
  type TriageTargets,
  responseTo,
} from '../../entities/triage-decision.ts'
import type { Ahead } from '../../src/access.ts'
import type { Em, Reader } from '../../src/database.ts'
import { isRecord } from '../../src/refused-input.ts'
import { isBlank } from '../../src/shapes.ts'
import type { Decision } from '../../src/vocabulary.ts'

/** What is submitted, as the rules of triage read it. */
export interface SubmittedDecision {
  triage_status: TriageRequest['status']
  response_comment?: string | null | undefined
  duplicate_of_review_id?: number | null | undefined
  addressed_by_rule_id?: number | null | undefined
}

export function requestOf(input: SubmittedDecision): TriageRequest {
  return {
    status: input.triage_status,
    response: input.response_comment,
    duplicateOfReviewId: input.duplicate_of_review_id,
    addressedByRuleId: input.addressed_by_rule_id,
  }
}

/**
 * Loads what a decision points at, and nothing for the others (comments 3.3). Duplicates are read under the
 * component's duplicate lock, so that two decisions cannot make a chain between them. `ids` are the comments decided
 * on.
 */
export async function targetsOfAll(
  em: Em,
  db: Reader,
  ids: number[],
  decision: Decision,
  request: TriageRequest,
): Promise<TriageTargets> {
  if (decision === 'duplicate') {
    const duplicateOf = await liveReview(em, db, request.duplicateOfReviewId ?? 0)
    const pointing = await db
      .selectFrom('reviews')
      .select('id')
      .where('duplicate_of_review_id', 'in', ids)
      .limit(1)
      .executeTakeFirst()
    return { ...NO_TARGETS, duplicateOf, hasDuplicates: pointing !== undefined }
  }
  if (decision === 'addressed_by') {
    const addressedBy = await db
      .selectFrom('rules')
      .select(['id', 'component_id as componentId'])
      .where('id', '=', request.addressedByRuleId ?? 0)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return { ...NO_TARGETS, addressedBy: addressedBy ?? null }
  }
  return NO_TARGETS
}

/** A review as it is now; null when its requirement was deleted. */
async function liveReview(em: Em, db: Reader, id: number): Promise<Review | null> {
  const live = await db
    .selectFrom('reviews as v')
    .leftJoin('rules as r', 'r.id', 'v.rule_id')
    .select('v.id')
    .where('v.id', '=', id)
    .where('r.deleted_at', 'is', null)
    .executeTakeFirst()
  return live ? em.findOne(Review, { id }, { refresh: true }) : null
}

const DUPLICATE_LOCK = 71_402

/**
 * Serialises, within one component, everything that draws or removes pointers between duplicates. Taken before any
 * review is locked, so that holders never wait for each other in a circle.
 */
export async function lockDuplicates(db: Reader, componentId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${DUPLICATE_LOCK}, ${componentId})`.execute(db)
}

/** The duplicate lock, for requests that make a duplicate. */
export const aheadOfDuplicate: Ahead = async (db, scope, raw) => {
  if (isRecord(raw) && raw['triage_status'] === 'duplicate') await lockDuplicates(db, scope.component_id)
}

/** Stores the staff response that a decision came with; null without text (comments 3.3). */
export function respond(
  em: Em,
  review: Review,
  text: string | null | undefined,
  by: number,
  at: Date,
): Review | null {
  return text && !isBlank(text) ? em.create(Review, responseTo(review, text, by, at)) : null
}
