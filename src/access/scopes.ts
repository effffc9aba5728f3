import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../context.ts'
import type { Reader } from '../database.ts'
import type { ClosedReason, CommentPhase, DocumentType } from '../vocabulary.ts'
import type { ScopeRow } from './standing.ts'

/**
 * One query per kind of record: does it exist, and what is the caller to it? They are text, not the query builder's,
 * because every request runs one of them.
 */

/**
 * How the component's row is locked. `shared`: its phase and release cannot change under a write (design 3).
 * `alone`: nothing below it changes meanwhile, for writes that touch several requirements.
 */
export type ScopeLock = 'none' | 'shared' | 'alone'

const LOCKS = { none: sql``, shared: sql`for share of c`, alone: sql`for update of c` }

export interface ComponentScope extends ScopeRow {
  component_id: number
  document_type: DocumentType
  comment_phase: CommentPhase
  closed_reason: ClosedReason | null
}

/**
 * The caller's standing on a project; with `lock` its row is kept from other writers, but not from comments and
 * requirements below it, which only need it to stay.
 */
export async function projectScope(
  db: Reader,
  projectId: number,
  actor: Actor,
  lock = false,
): Promise<ScopeRow | undefined> {
  const { rows } = await sql<ScopeRow>`
    select p.id as project_id, p.visibility, pm.role as project_role,
      null::int as component_id, null as component_role, false as released
    from projects p
    left join memberships pm on pm.project_id = p.id and pm.user_id = ${actor.id}
    where p.id = ${projectId}
    ${lock ? sql`for no key update of p` : sql``}`.execute(db)
  return rows[0]
}

/** The caller's standing on a component. */
export function componentScope(db: Reader, componentId: number, actor: Actor, lock: ScopeLock = 'none') {
  return scope(db, sql`${componentId}`, actor, lock)
}

/** The caller's standing on a live requirement, through its component. */
export function ruleScope(db: Reader, ruleId: number, actor: Actor, lock: ScopeLock = 'none') {
  return scope(
    db,
    sql`(select component_id from rules where id = ${ruleId} and deleted_at is null)`,
    actor,
    lock,
  )
}

/** The caller's standing on a deleted requirement, through its component, which is share-locked. */
export function tombstoneScope(db: Reader, ruleId: number, actor: Actor) {
  return scope(
    db,
    sql`(select component_id from rules where id = ${ruleId} and deleted_at is not null)`,
    actor,
    'shared',
  )
}

/** The caller's standing on a review, through its component; reviews of deleted requirements are hidden. */
export function reviewScope(db: Reader, reviewId: number, actor: Actor, lock: ScopeLock = 'none') {
  const componentId = sql`(
    select v.component_id from reviews v left join rules r on r.id = v.rule_id
    where v.id = ${reviewId} and r.deleted_at is null)`
  return scope(db, componentId, actor, lock)
}

async function scope(
  db: Reader,
  componentId: RawBuilder<unknown>,
  actor: Actor,
  lock: ScopeLock,
): Promise<ComponentScope | undefined> {
  const { rows } = await sql<ComponentScope>`
    select c.id as component_id, c.project_id, c.released, c.document_type, c.comment_phase, c.closed_reason,
      p.visibility, pm.role as project_role, cm.role as component_role
    from components c
    join projects p on p.id = c.project_id
    left join memberships pm on pm.project_id = p.id and pm.user_id = ${actor.id}
    left join memberships cm on cm.component_id = c.id and cm.user_id = ${actor.id}
    where c.id = ${componentId}
    ${LOCKS[lock]}`.execute(db)
  return rows[0]
}
