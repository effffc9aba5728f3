import { sql } from 'kysely'
import { Review } from '../../entities/review.ts'
import { responseTo } from '../../entities/triage-decision.ts'
import type { Trail } from '../../src/audit.ts'
import type { Actor, Standing } from '../../src/context.ts'
import type { Em, Reader } from '../../src/database.ts'

/** What the procedures on several reviews of one component have in their context. */
export interface ReviewsWriting {
  em: Em
  db: Reader
  now: Date
  trail: Trail
  actor: Actor
  standing: Standing
  reviews: Review[]
}

/** The tracked state of a review before a bulk decision. */
export interface Before {
  triage_status: string | null
  adjudicated_by_id: number | null
  duplicate_of_review_id: number | null
  addressed_by_rule_id: number | null
}

export function stateOf(review: Review): Before {
  return {
    triage_status: review.triageStatus ?? null,
    adjudicated_by_id: review.adjudicatedById ?? null,
    duplicate_of_review_id: review.duplicateOfReviewId ?? null,
    addressed_by_rule_id: review.addressedByRuleId ?? null,
  }
}

/**
 * Writes the decisions that were taken on these reviews in one statement, however many there are, and lets go of the
 * entities, so that no flush writes them again.
 */
export async function writeDecisions(em: Em, db: Reader, reviews: Review[], now: Date): Promise<void> {
  const rows = reviews.map((review) => ({
    ...stateOf(review),
    id: review.id,
    triage_set_by_id: review.triageSetById ?? null,
    triage_set_at: review.triageSetAt ?? null,
    triager_name: review.triageSetByImportedName ?? null,
    triager_email: review.triageSetByImportedEmail ?? null,
    adjudicated_at: review.adjudicatedAt ?? null,
    lock_version: review.lockVersion,
  }))
  await sql`
    update reviews v set triage_status = n.triage_status, triage_set_by_id = n.triage_set_by_id,
      triage_set_at = n.triage_set_at, triage_set_by_imported_name = n.triager_name,
      triage_set_by_imported_email = n.triager_email,
      adjudicated_at = n.adjudicated_at, adjudicated_by_id = n.adjudicated_by_id,
      duplicate_of_review_id = n.duplicate_of_review_id, addressed_by_rule_id = n.addressed_by_rule_id,
      lock_version = n.lock_version, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int, triage_status text, triage_set_by_id int,
      triage_set_at timestamptz, adjudicated_at timestamptz, adjudicated_by_id int, duplicate_of_review_id int,
      addressed_by_rule_id int, lock_version int,
      triager_name text, triager_email text)
    where v.id = n.id`.execute(db)
  em.clear()
}

/** Stores the same response to each of these comments in one statement; the ids, in the order of the comments. */
export async function writeResponses(
  db: Reader,
  reviews: Review[],
  text: string,
  by: number,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, section,
        responding_to_review_id, created_at, updated_at)
      select v.project_id, v.component_id, v.rule_id, v.commentable_type, ${by}, 'comment', ${text}, v.section, v.id,
        ${now}, ${now}
      from reviews v where v.id = any(${sql.val(reviews.map(({ id }) => id))}::integer[]) order by v.id
      returning id, responding_to_review_id
    )
    select id from made order by responding_to_review_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** One audit entry per response, as a flush would leave; `ids` in the order of the comments. */
export function recordResponses(
  { em, trail, reviews, actor, now }: ReviewsWriting,
  ids: number[],
  text: string,
): void {
  reviews.forEach((review, index) => {
    const stored = { id: ids[index] ?? 0, markers: [], ...responseTo(review, text, actor.id, now) }
    trail.created(em.create(Review, stored, { persist: false }))
  })
}

/** One audit entry per changed review, as a flush would leave. */
export function recordDecisions(
  trail: Trail,
  reviews: Review[],
  before: Map<number, Before>,
  comment: string,
): void {
  for (const review of reviews) {
    trail.record({
      action: 'update',
      auditableType: 'Review',
      auditableId: review.id,
      associatedType: review.commentableType,
      associatedId: review.ruleId ?? review.componentId,
      projectId: review.projectId,
      componentId: review.componentId,
      ruleId: review.ruleId ?? null,
      changes: changesOf(review, before),
      comment,
    })
  }
}

function changesOf(review: Review, before: Map<number, Before>): Record<string, unknown> {
  const old = Object.entries(before.get(review.id) ?? {})
  const now = new Map<string, unknown>(Object.entries(stateOf(review)))
  return Object.fromEntries(
    old
      .filter(([field, value]) => now.get(field) !== value)
      .map(([field, value]) => [field, [value, now.get(field)]]),
  )
}
