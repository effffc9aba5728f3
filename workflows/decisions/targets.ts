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
 * Loads the targets of a decision (rule R-20). Requires the component's duplicate lock for duplicates, so
 * that concurrent decisions can't form a chain. `ids` are the decided comments.
 */
export async function loadTargets(
  db: Queries,
  ids: number[],
  { status, duplicateOfReviewId, addressedByRuleId }: ValidatedDecision,
): Promise<TriageTargets> {
  if (status === 'duplicate') {
    const canonical = duplicateOfReviewId ?? 0
    const comments = await listLiveComments(db, [canonical])
    const canonicals = await listCanonicals(db, ids)
    return { ...NO_TARGETS, duplicateOf: comments.get(canonical) ?? null, hasDuplicates: canonicals.size > 0 }
  }
  if (status === 'addressed_by') {
    const rule = addressedByRuleId ?? 0
    return { ...NO_TARGETS, addressedBy: (await listLiveRules(db, [rule])).get(rule) ?? null }
  }
  return NO_TARGETS
}

/** Reads comments that decisions can point at; excludes deleted requirements. */
export async function listLiveComments(
  db: Queries,
  ids: number[],
): Promise<ReadonlyMap<number, DecidedComment>> {
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

/** Reads requirements that decisions can point at. */
export async function listLiveRules(
  db: Queries,
  ids: number[],
): Promise<ReadonlyMap<number, AddressingRule>> {
  const rows = await db
    .selectFrom('rules')
    .select(['id', 'component_id as componentId'])
    .where('id', '=', sql<number>`any ${opaqueIds(ids)}`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((rule) => [rule.id, rule]))
}

/** Returns those comments that have duplicates, not counting `except`. */
export async function listCanonicals(
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
 * Serializes writes of duplicate pointers within one component. Take it before review locks to prevent
 * deadlocks. Returns whether it had to wait.
 */
export const lockDuplicates = (db: Queries, componentId: number) => lockDuplicatePointers(db, componentId, '')

/**
 * Takes the duplicate lock for deletions of duplicate targets: waits for writers of pointers and blocks new ones. Deletions
 * block each other only if they share rows.
 */
export const lockDuplicatesForDeletion = (db: Queries, componentId: number) =>
  lockDuplicatePointers(db, componentId, '_shared')

async function lockDuplicatePointers(
  db: Queries,
  componentId: number,
  mode: '' | '_shared',
): Promise<boolean> {
  const lock = sql`${sql.raw(`advisory_xact_lock${mode}`)}(${DUPLICATE_LOCK}, ${componentId})`
  const { rows } = await sql<{ free: boolean }>`select pg_try_${lock} as free`.execute(db)
  if (rows[0]?.free) return false
  await sql`select pg_${lock}`.execute(db)
  return true
}

/** Takes the duplicate lock for an undo that makes the comment a duplicate again; other undos do not wait. */
export async function lockDuplicatesForUndo(
  db: Queries,
  componentId: number,
  reviewId: number,
): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${DUPLICATE_LOCK}, ${componentId}) as free from reviews
    where id = ${reviewId} and last_decision -> 'before' ->> 'triageStatus' = 'duplicate'`.execute(db)
  return rows[0]?.free === false && lockDuplicates(db, componentId)
}
