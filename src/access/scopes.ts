import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import { rolesOf } from './member.ts'
import type { Queries } from '../database.ts'
import type { ClosedReason, CommentPhase, DocumentType } from '../vocabulary.ts'
import type { ScopeRow } from './standing.ts'

/**
 * One query per kind of record: does it exist, and what is the caller to it? They are text, not the query builder's,
 * because every request runs one of them.
 */

/**
 * How the component's row is locked. `shared`: its phase and release cannot change under a write (rule E-17).
 * `alone`: nothing below it changes meanwhile, for writes that touch several requirements.
 */
export type ScopeLock = 'shared' | 'alone'

const COMPONENT_LOCKS = { shared: sql`for share of c`, alone: sql`for update of c` }
/** Kept from other writers, but not from what is below the project, which only needs it to stay. */
const PROJECT_LOCK = sql`for no key update of p`

const lockClause = (lock: RawBuilder<unknown> | null) => (lock ? sql`${lock} skip locked` : sql``)

export interface ComponentScope extends ScopeRow {
  component_id: number
  document_type: DocumentType
  comment_phase: CommentPhase
  closed_reason: ClosedReason | null
}

/** The caller's standing on a project; with `locked` only where its row is free, and then locked. */
export async function projectScope(
  db: Queries,
  projectId: number,
  actor: Actor,
  locked = false,
): Promise<ScopeRow | undefined> {
  const { rows } = await sql<ScopeRow>`
    select p.id as project_id, p.visibility, pm.role as project_role,
      null::int as component_id, null as component_role, false as released
    from projects p
    ${rolesOf(actor.id, false)}
    where p.id = ${projectId}
    ${lockClause(locked ? PROJECT_LOCK : null)}`.execute(db)
  return rows[0]
}

/** Finds the component that a record belongs to, with the caller's standing there. */
export type ScopeOf = (
  db: Queries,
  id: number,
  actor: Actor,
  lock?: ScopeLock,
) => Promise<ComponentScope | undefined>

/** The caller's standing on a component; with `lock` only where its row is free, and then locked, as for all below. */
export const componentScope: ScopeOf = (db, componentId, actor, lock) =>
  scope(db, sql`${componentId}`, actor, lock)

/** The caller's standing on a live requirement, through its component. */
export const ruleScope: ScopeOf = (db, ruleId, actor, lock) =>
  scope(db, sql`(select component_id from rules where id = ${ruleId} and deleted_at is null)`, actor, lock)

/** The caller's standing on a deleted requirement, through its component. */
export const tombstoneScope: ScopeOf = (db, ruleId, actor, lock) =>
  scope(
    db,
    sql`(select component_id from rules where id = ${ruleId} and deleted_at is not null)`,
    actor,
    lock,
  )

/** The caller's standing on a review, through its component; reviews of deleted requirements are hidden. */
export const reviewScope: ScopeOf = (db, reviewId, actor, lock) => {
  const componentId = sql`(
    select v.component_id from reviews v left join rules r on r.id = v.rule_id
    where v.id = ${reviewId} and r.deleted_at is null)`
  return scope(db, componentId, actor, lock)
}

/** The caller's standing on the source of a relocation, through its component. */
export const relocationScope: ScopeOf = (db, relocationId, actor, lock) => {
  const componentId = sql`(select l.component_id from requirement_relocations l where l.id = ${relocationId})`
  return scope(db, componentId, actor, lock)
}

/** Waits for the lock that `componentScope` did not get. */
export async function lockComponent(db: Queries, id: number, lock: ScopeLock): Promise<void> {
  await sql`select from components c where c.id = ${id} ${COMPONENT_LOCKS[lock]}`.execute(db)
}

/** Waits for the lock that `projectScope` did not get. */
export async function lockProject(db: Queries, id: number): Promise<void> {
  await sql`select from projects p where p.id = ${id} ${PROJECT_LOCK}`.execute(db)
}

async function scope(
  db: Queries,
  componentId: RawBuilder<unknown>,
  actor: Actor,
  lock: ScopeLock | undefined,
): Promise<ComponentScope | undefined> {
  const { rows } = await sql<ComponentScope>`
    select c.id as component_id, c.project_id, c.released, c.document_type, c.comment_phase, c.closed_reason,
      p.visibility, pm.role as project_role, cm.role as component_role
    from components c
    join projects p on p.id = c.project_id
    ${rolesOf(actor.id)}
    where c.id = ${componentId}
    ${lockClause(lock ? COMPONENT_LOCKS[lock] : null)}`.execute(db)
  return rows[0]
}
