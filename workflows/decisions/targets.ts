import { sql } from 'kysely'
import { Review } from '../../entities/review.ts'
import { NO_TARGETS, type TriageTargets } from '../../entities/triage-decision.ts'
import type { Em, Queries } from '../../src/database/database.ts'
import type { ValidatedDecision } from './validate-decision.ts'

/**
 * Loads what a decision points at, and nothing for the others (rule R-20). Duplicates are read under the
 * component's duplicate lock, so that two decisions cannot make a chain between them. `ids` are the comments decided
 * on.
 */
export async function targetsOf(
  em: Em,
  db: Queries,
  ids: number[],
  { status, duplicateOfReviewId, addressedByRuleId }: ValidatedDecision,
): Promise<TriageTargets> {
  if (status === 'duplicate') {
    const duplicateOf = await liveReview(em, db, duplicateOfReviewId ?? 0)
    const pointing = await db
      .selectFrom('reviews')
      .select('id')
      .where('duplicate_of_review_id', 'in', ids)
      .limit(1)
      .executeTakeFirst()
    return { ...NO_TARGETS, duplicateOf, hasDuplicates: pointing !== undefined }
  }
  if (status === 'addressed_by') {
    const addressedBy = await db
      .selectFrom('rules')
      .select(['id', 'component_id as componentId'])
      .where('id', '=', addressedByRuleId ?? 0)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return { ...NO_TARGETS, addressedBy: addressedBy ?? null }
  }
  return NO_TARGETS
}

/** A review as it is now; null when its requirement was deleted. */
async function liveReview(em: Em, db: Queries, id: number): Promise<Review | null> {
  const live = await db
    .selectFrom('reviews as v')
    .leftJoin('rules as r', 'r.id', 'v.rule_id')
    .select('v.id')
    .where('v.id', '=', id)
    .where('r.deleted_at', 'is', null)
    .executeTakeFirst()
  return live ? em.findOne(Review, { id }, { refresh: true }) : null
}

export const DUPLICATE_LOCK = 71_402

/**
 * Serialises, within one component, everything that draws or removes pointers between duplicates. Taken before any
 * review is locked, so that holders never wait for each other in a circle. Says whether it was waited for.
 */
export const lockDuplicates = (db: Queries, componentId: number) => lockPointers(db, componentId, '')

/**
 * Locks for callers that delete the targets of duplicate pointers: waits for writers of pointers and keeps new ones
 * out. Deletions wait for each other only where one reaches the rows of another.
 */
export const lockDrawnDuplicates = (db: Queries, componentId: number) =>
  lockPointers(db, componentId, '_shared')

async function lockPointers(db: Queries, componentId: number, mode: '' | '_shared'): Promise<boolean> {
  const lock = sql`${sql.raw(`advisory_xact_lock${mode}`)}(${DUPLICATE_LOCK}, ${componentId})`
  const { rows } = await sql<{ free: boolean }>`select pg_try_${lock} as free`.execute(db)
  if (rows[0]?.free) return false
  await sql`select pg_${lock}`.execute(db)
  return true
}

/** Locks before an undo that makes a duplicate again. Any other undo draws no pointer and does not wait. */
export async function lockRedrawing(db: Queries, componentId: number, reviewId: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${DUPLICATE_LOCK}, ${componentId}) as free from reviews
    where id = ${reviewId} and last_decision -> 'before' ->> 'triageStatus' = 'duplicate'`.execute(db)
  return rows[0]?.free === false && lockDuplicates(db, componentId)
}
