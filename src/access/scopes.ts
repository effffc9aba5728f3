import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import { fixedQuery, shapedQuery } from '../database/fixed-query.ts'
import { rolesOf } from './member.ts'
import { sharedScopes, type Value } from './scopes/shared.ts'
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
  const [row] = await (locked ? lockedProjectScopes : projectScopes)(db, projectId, actor.id)
  return row
}

const projectScopes = fixedQuery((_, projectId, userId) => projectScopeOf(projectId, userId, null))
const lockedProjectScopes = fixedQuery((_, projectId, userId) =>
  projectScopeOf(projectId, userId, PROJECT_LOCK),
)

/** The same for reads: whoever asks at the same moment shares one statement. */
export const sharedProjectScope = sharedScopes((projectId, userId) => projectScopeOf(projectId, userId, null))

function projectScopeOf(projectId: Value, userId: Value, lock: RawBuilder<unknown> | null) {
  return sql<ScopeRow>`
    select p.id as project_id, p.visibility, pm.role as project_role,
      null::int as component_id, null as component_role, false as released
    from projects p
    ${rolesOf(userId, false)}
    where p.id = ${projectId}
    ${lockClause(lock)}`
}

/** Finds the component that a record belongs to, with the caller's standing there. */
export interface ScopeOf {
  (db: Queries, id: number, actor: Actor, lock?: ScopeLock): Promise<ComponentScope | undefined>
  /** The same for reads: whoever asks at the same moment shares one statement. */
  shared: (db: Queries, id: number, actor: Actor) => Promise<ComponentScope | undefined>
}

/** The caller's standing on a component; with `lock` only where its row is free, and then locked, as for all below. */
export const componentScope = scopeBy((id) => sql`${id}`)

/** The caller's standing on a live requirement, through its component. */
export const ruleScope = scopeBy(
  (id) => sql`(select component_id from rules where id = ${id} and deleted_at is null)`,
)

/** The caller's standing on a deleted requirement, through its component. */
export const tombstoneScope = scopeBy(
  (id) => sql`(select component_id from rules where id = ${id} and deleted_at is not null)`,
)

/** The caller's standing on a review, through its component; reviews of deleted requirements are hidden. */
export const reviewScope = scopeBy(
  (id) => sql`(
    select v.component_id from reviews v left join rules r on r.id = v.rule_id
    where v.id = ${id} and r.deleted_at is null)`,
)

/** The caller's standing on the source of a relocation, through its component. */
export const relocationScope = scopeBy(
  (id) => sql`(select l.component_id from requirement_relocations l where l.id = ${id})`,
)

/** Has the statement behind it wait for the lock that a look-up of `scopeBy` did not get. */
export const lockComponent = shapedQuery<unknown, ScopeLock>(
  (_, lock, id) => sql`select from components c where c.id = ${id} ${COMPONENT_LOCKS[lock]}`,
  { silent: true },
)

/** Has the statement behind it wait for the lock that `projectScope` did not get. */
export const lockProject = fixedQuery(
  (_, id) => sql`select from projects p where p.id = ${id} ${PROJECT_LOCK}`,
  { silent: true },
)

/** The look-up through an id: one text without a lock, one for each lock, and one for those who read together. */
function scopeBy(componentId: (id: Value) => RawBuilder<unknown>): ScopeOf {
  const scopeOf = (id: Value, userId: Value, lock: ScopeLock | null = null) => sql<ComponentScope>`
    select c.id as component_id, c.project_id, c.released, c.document_type, c.comment_phase, c.closed_reason,
      p.visibility, pm.role as project_role, cm.role as component_role
    from components c
    join projects p on p.id = c.project_id
    ${rolesOf(userId)}
    where c.id = ${componentId(id)}
    ${lockClause(lock ? COMPONENT_LOCKS[lock] : null)}`
  const by = (lock: ScopeLock | null) => fixedQuery((_, id, userId) => scopeOf(id, userId, lock))
  const [free, shared, alone] = [by(null), by('shared'), by('alone')]
  const find = async (db: Queries, id: number, actor: Actor, lock?: ScopeLock) => {
    const found = lock === undefined ? free : lock === 'shared' ? shared : alone
    const [row] = await found(db, id, actor.id)
    return row
  }
  return Object.assign(find, { shared: sharedScopes(scopeOf) })
}
