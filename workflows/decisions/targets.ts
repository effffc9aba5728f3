import { sql } from 'kysely'
import { isTopLevel } from '../../entities/top-level.ts'
import {
  type AddressingRule,
  type DecidedComment,
  NO_TARGETS,
  type TriageTargets,
} from '../../entities/triage-decision.ts'
import type { Queries } from '../../src/database/database.ts'
import { opaqueIds } from '../../src/database/opaque-parameter.ts'
import type { ValidatedDecision } from './validate-decision.ts'

/**
 * Loads what a decision points at, and nothing for the others (rule R-20). Duplicates are read under the
 * component's duplicate lock, so that two decisions cannot make a chain between them. `ids` are the comments decided
 * on.
 */
export async function targetsOf(
  db: Queries,
  ids: number[],
  { status, duplicateOfReviewId, addressedByRuleId }: ValidatedDecision,
): Promise<TriageTargets> {
  if (status === 'duplicate') {
    const canonical = duplicateOfReviewId ?? 0
    const comments = await liveComments(db, [canonical])
    const canonicals = await canonicalsAmong(db, ids)
    return { ...NO_TARGETS, duplicateOf: comments.get(canonical) ?? null, hasDuplicates: canonicals.size > 0 }
  }
  if (status === 'addressed_by') {
    const rule = addressedByRuleId ?? 0
    return { ...NO_TARGETS, addressedBy: (await liveRules(db, [rule])).get(rule) ?? null }
  }
  return NO_TARGETS
}

/** Comments that decisions may point at, as they are now; those on deleted requirements are left out. */
export async function liveComments(db: Queries, ids: number[]): Promise<ReadonlyMap<number, DecidedComment>> {
  const rows = await db
    .selectFrom('reviews as v')
    .leftJoin('rules as r', 'r.id', 'v.rule_id')
    .select(['v.id', 'v.component_id', 'v.triage_status', 'v.action', 'v.responding_to_review_id'])
    .where('v.id', '=', sql<number>`any ${opaqueIds(ids)}`)
    .where('r.deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        componentId: row.component_id,
        triageStatus: row.triage_status,
        isTopLevel: () => isTopLevel(row.action, row.responding_to_review_id),
      },
    ]),
  )
}

/** Requirements that decisions may point at. */
export async function liveRules(db: Queries, ids: number[]): Promise<ReadonlyMap<number, AddressingRule>> {
  const rows = await db
    .selectFrom('rules')
    .select(['id', 'component_id as componentId'])
    .where('id', '=', sql<number>`any ${opaqueIds(ids)}`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((rule) => [rule.id, rule]))
}

/** Which of these comments others are duplicates of; `except` do not count among the others. */
export async function canonicalsAmong(
  db: Queries,
  ids: number[],
  except: number[] = [],
): Promise<ReadonlySet<number | null>> {
  const rows = await db
    .selectFrom('reviews')
    .select('duplicate_of_review_id as id')
    .distinct()
    .where('duplicate_of_review_id', '=', sql<number>`any ${opaqueIds(ids)}`)
    .where(sql<boolean>`not id = any ${opaqueIds(except)}`)
    .execute()
  return new Set(rows.map(({ id }) => id))
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
