import { sql } from 'kysely'
import { Review } from '../../entities/review.ts'
import { toResponse } from '../../entities/triage-decision.ts'
import type { AuditLog } from '../../src/audit/audit-log.ts'
import { captureState, type TrackedState } from '../../src/audit/changes.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Em, Queries } from '../../src/database/database.ts'
import { createYield } from '../../src/lib/yield-to-event-loop.ts'

/**
 * Bulk statements in place of a flush, which takes minutes for 10,000 reviews. The entity validates;
 * test/workflows/decisions.test.ts verifies that writes and audit entries equal those of a flush.
 */

/** Number of decisions per statement. */
const BATCH_SIZE = 500

/** Returns the audited state of each comment before the decision. */
export async function captureStates(reviews: Review[]): Promise<Map<Review, TrackedState>> {
  const yieldIfDue = createYield()
  const states = new Map<Review, TrackedState>()
  for (const review of reviews) {
    states.set(review, captureState(review))
    await yieldIfDue()
  }
  return states
}

/** Writes the decisions in bulk statements and detaches the entities, so that no flush writes them again. */
export async function writeDecisions(em: Em, db: Queries, reviews: Review[], now: Date): Promise<void> {
  for (let start = 0; start < reviews.length; start += BATCH_SIZE) {
    await writeBatch(db, reviews.slice(start, start + BATCH_SIZE), now)
  }
  em.clear()
}

async function writeBatch(db: Queries, reviews: Review[], now: Date): Promise<void> {
  const rows = reviews.map((review) => ({
    id: review.id,
    triage_status: review.triageStatus ?? null,
    triage_set_by_id: review.triageSetById ?? null,
    triage_set_at: review.triageSetAt ?? null,
    triager_name: review.triageSetByImportedName ?? null,
    triager_email: review.triageSetByImportedEmail ?? null,
    adjudicated_at: review.adjudicatedAt ?? null,
    adjudicated_by_id: review.adjudicatedById ?? null,
    closer_name: review.adjudicatedByImportedName ?? null,
    closer_email: review.adjudicatedByImportedEmail ?? null,
    duplicate_of_review_id: review.duplicateOfReviewId ?? null,
    addressed_by_rule_id: review.addressedByRuleId ?? null,
    last_decision: review.lastDecision ?? null,
    lock_version: review.lockVersion,
  }))
  await sql`
    update reviews v set triage_status = n.triage_status, triage_set_by_id = n.triage_set_by_id,
      triage_set_at = n.triage_set_at, triage_set_by_imported_name = n.triager_name,
      triage_set_by_imported_email = n.triager_email,
      adjudicated_at = n.adjudicated_at, adjudicated_by_id = n.adjudicated_by_id,
      adjudicated_by_imported_name = n.closer_name, adjudicated_by_imported_email = n.closer_email,
      duplicate_of_review_id = n.duplicate_of_review_id, addressed_by_rule_id = n.addressed_by_rule_id,
      last_decision = nullif(n.last_decision, 'null'::jsonb), lock_version = n.lock_version, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int, triage_status text, triage_set_by_id int,
      triage_set_at timestamptz, adjudicated_at timestamptz, adjudicated_by_id int, duplicate_of_review_id int,
      closer_name text, closer_email text, last_decision jsonb,
      addressed_by_rule_id int, lock_version int,
      triager_name text, triager_email text)
    where v.id = n.id`.execute(db)
}

/** Writes the current markers of these comments. */
export async function writeMarkers(db: Queries, reviews: readonly Review[]): Promise<void> {
  for (const { id, markers } of reviews) {
    await sql`update reviews set markers = ${JSON.stringify(markers)}::jsonb where id = ${id}`.execute(db)
  }
}

/** One audit entry per changed review. */
export async function recordDecisions(
  auditLog: AuditLog,
  reviews: Review[],
  before: Map<Review, TrackedState>,
  reason: string,
): Promise<void> {
  const yieldIfDue = createYield()
  for (const review of reviews) {
    auditLog.setReason(review, reason)
    auditLog.recordUpdated(review, before.get(review) ?? {})
    await yieldIfDue()
  }
}

/** Stores the same response to each comment in one statement; returns the ids in comment order. */
export async function writeResponses(
  db: Queries,
  reviews: Review[],
  text: string,
  userId: number,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with responses as (
      insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, section,
        responding_to_review_id, created_at, updated_at)
      select v.project_id, v.component_id, v.rule_id, v.commentable_type, ${userId}, 'comment', ${text}, v.section, v.id,
        ${now}, ${now}
      from reviews v where v.id = any(${sql.val(reviews.map(({ id }) => id))}::integer[]) order by v.id
      returning id, responding_to_review_id
    )
    select id from responses order by responding_to_review_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** One audit entry per response; `ids` are in comment order. */
export async function recordResponses(
  { em, auditLog, actor, now }: UnitOfWork,
  reviews: Review[],
  ids: number[],
  text: string,
): Promise<void> {
  const yieldIfDue = createYield()
  for (const [index, review] of reviews.entries()) {
    const stored = { id: ids[index] ?? 0, markers: [], ...toResponse(review, text, actor.id, now) }
    auditLog.recordCreated(em.create(Review, stored, { persist: false }))
    await yieldIfDue()
  }
}
