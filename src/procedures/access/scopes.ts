import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../audit/actor.ts'
import type { RequiredAccess, ScopeRow } from '../../auth/access/effective-access.ts'
import { joinRoles, rolesSatisfy } from '../../auth/access/membership-sql.ts'
import type { Queries } from '../../database/database.ts'
import { preparedQuery, preparedQueryByShape } from '../../database/prepared-query.ts'
import type { ClosedReason, CommentPhase, DocumentType } from '../../vocabulary.ts'
import { batchedScopes, type Value } from './scopes/batched-scopes.ts'

/**
 * How the component's row is locked. `shared`: its phase and release cannot change during a write (rule E-17).
 * `exclusive`: nothing in it changes, for writes that touch several requirements.
 */
export type ScopeLock = 'shared' | 'exclusive'

const COMPONENT_LOCKS = { shared: sql`for share of c`, exclusive: sql`for update of c` }
/** Excludes other writers of the project, but not writers of its components. */
const PROJECT_LOCK = sql`for no key update of p`

export interface ComponentScope extends ScopeRow {
  component_id: number
  document_type: DocumentType
  comment_phase: CommentPhase
  closed_reason: ClosedReason | null
}

/** The lock to take, and the access that the caller needs for it. */
export interface LockRequest {
  lock: ScopeLock
  needs: RequiredAccess
}

/**
 * Reads the caller's roles on a project. With `needs`, also locks the row, and returns nothing if the caller lacks
 * access or the row is not free.
 */
export async function projectScope(
  db: Queries,
  projectId: number,
  actor: Actor,
  needs?: RequiredAccess,
): Promise<ScopeRow | undefined> {
  const [row] = await (needs === undefined
    ? projectScopes(db, projectId, actor.id)
    : lockedProjectScopes(db, { needs, admin: actor.admin }, projectId, actor.id))
  return row
}

const projectScopes = preparedQuery((_, projectId, userId) => selectProjectScope(projectId, userId))
const lockedProjectScopes = preparedQueryByShape((_, role: RequiredRole, projectId: number, userId: number) =>
  selectProjectScope(
    projectId,
    userId,
    sql`${requiredRoleCondition(role, true)} ${PROJECT_LOCK} skip locked`,
  ),
)

/** The project scope of reads: concurrent calls share one statement. */
export const sharedProjectScope = batchedScopes((projectId, userId) => selectProjectScope(projectId, userId))

function selectProjectScope(projectId: Value, userId: Value, locked: RawBuilder<unknown> = sql``) {
  return sql<ScopeRow>`
    select p.id as project_id, p.visibility, pm.role as project_role,
      null::int as component_id, null as component_role, false as released
    from projects p
    ${joinRoles(userId, false)}
    where p.id = ${projectId} ${locked}`
}

/** The access that a caller needs for a lock; system administrators always have it. */
interface RequiredRole {
  needs: RequiredAccess
  admin: boolean
}

/** SQL condition that excludes callers without the required role. */
const requiredRoleCondition = ({ needs, admin }: RequiredRole, ofProject = false) =>
  admin ? sql`` : sql`and ${rolesSatisfy(needs, ofProject)}`

/** Loads the component of a record, with the caller's roles there. */
export interface ScopeLoader {
  (db: Queries, id: number, actor: Actor, locking?: LockRequest): Promise<ComponentScope | undefined>
  /** The scope for reads: concurrent calls share one statement. */
  shared: (db: Queries, id: number, actor: Actor) => Promise<ComponentScope | undefined>
}

/** A scope that can also lock the record. */
export interface RecordScopeLoader extends ScopeLoader {
  /** Also locks the record after its component; returns nothing if either row is not free. */
  withRecord: (
    db: Queries,
    id: number,
    actor: Actor,
    locking: LockRequest,
  ) => Promise<ComponentScope | undefined>
  /** Waits for the record's lock. */
  lockRecord: (db: Queries, id: number) => Promise<unknown>
}

/**
 * Reads the caller's roles on a component. With `locking`, also locks the row, and returns nothing if the caller lacks
 * access or the row is not free: unauthorized callers block no one.
 */
export const componentScope: ScopeLoader = createScopeLoader((id) => sql`${id}`)

/** The caller's roles on the component of a live requirement. */
export const ruleScope = createRecordScopeLoader({ from: sql`rules t`, where: sql`t.deleted_at is null` })

/** Condition for records that readers of a release don't see (rule C-22). */
const HIDDEN_IN_RELEASE = sql`not c.released`

/** The caller's roles on the component of a deleted requirement, which readers of a release don't see. */
export const tombstoneScope = createRecordScopeLoader({
  from: sql`rules t`,
  where: sql`t.deleted_at is not null`,
  withoutRole: () => HIDDEN_IN_RELEASE,
})

/**
 * The caller's roles on the component of a review. Reviews of deleted requirements are hidden, and from readers of a
 * release also review steps (rule C-22).
 */
export const reviewScope = createRecordScopeLoader({
  from: sql`reviews t left join rules r on r.id = t.rule_id`,
  where: sql`r.deleted_at is null`,
  withoutRole: (id) =>
    sql`${HIDDEN_IN_RELEASE} or exists (select from reviews v where v.id = ${id} and v.action = 'comment')`,
})

/** The caller's roles on the source component of a relocation, which readers of a release don't see. */
export const relocationScope = createRecordScopeLoader({
  from: sql`requirement_relocations t`,
  where: sql`true`,
  withoutRole: () => HIDDEN_IN_RELEASE,
})

/** Waits for a component lock that `skip locked` did not get. */
export const lockComponent = preparedQueryByShape<unknown, ScopeLock>(
  (_, lock, id) => sql`select from components c where c.id = ${id} ${COMPONENT_LOCKS[lock]}`,
  { ignoresResult: true },
)

/** Waits for a project lock that `skip locked` did not get. */
export const lockProject = preparedQuery(
  (_, id) => sql`select from projects p where p.id = ${id} ${PROJECT_LOCK}`,
  { ignoresResult: true },
)

/** Creates a loader with its queries: unlocked, locked by lock and role, and batched. */
function createScopeLoader(
  componentId: (id: Value) => RawBuilder<unknown>,
  isVisible: (id: Value, userId: Value) => RawBuilder<unknown> = () => sql`true`,
): ScopeLoader {
  const selectScope = (id: Value, userId: Value, locked: RawBuilder<unknown> = sql``) =>
    selectAccess(
      sql`components c`,
      userId,
      sql`c.id = ${componentId(id)} and ${isVisible(id, userId)} ${locked}`,
    )
  const unlocked = preparedQuery((_, id, userId) => selectScope(id, userId))
  const locked = preparedQueryByShape(
    (_, { lock, ...role }: LockRequest & RequiredRole, id: number, userId: number) =>
      selectScope(id, userId, sql`${requiredRoleCondition(role)} ${COMPONENT_LOCKS[lock]} skip locked`),
  )
  const find = async (db: Queries, id: number, actor: Actor, locking?: LockRequest) => {
    const [row] = await (locking
      ? locked(db, { ...locking, admin: actor.admin }, id, actor.id)
      : unlocked(db, id, actor.id))
    return row
  }
  return Object.assign(find, { shared: batchedScopes(selectScope) })
}

interface RecordSource {
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** Condition under which callers without a role see the record; all of them by default. */
  withoutRole?: (id: Value) => RawBuilder<unknown>
}

/** Creates a loader for a record `t` with a `component_id`. */
function createRecordScopeLoader({
  from: table,
  where: condition,
  withoutRole,
}: RecordSource): RecordScopeLoader {
  const find = createScopeLoader(
    (id) => sql`(select t.component_id from ${table} where t.id = ${id} and ${condition})`,
    withoutRole &&
      ((id, userId) => sql`(pm.role is not null or cm.role is not null or ${withoutRole(id)}
        or exists (select from users where users.id = ${userId} and users.admin))`),
  )
  const lockedWithRecord = preparedQueryByShape(
    (_, { lock, ...role }: LockRequest & RequiredRole, id: number, userId: number) => {
      // PostgreSQL locks in the order of the clauses, and stops at the first row that is not free.
      const locks = sql`${COMPONENT_LOCKS[lock]} skip locked for update of t skip locked`
      const through = sql`${table} join components c on c.id = t.component_id`
      return selectAccess(
        through,
        userId,
        sql`t.id = ${id} and ${condition} ${requiredRoleCondition(role)} ${locks}`,
      )
    },
  )
  const withRecord = async (db: Queries, id: number, actor: Actor, locking: LockRequest) => {
    const [row] = await lockedWithRecord(db, { ...locking, admin: actor.admin }, id, actor.id)
    return row
  }
  const lockRecord = preparedQuery((_, id) => sql`select from ${table} where t.id = ${id} for update of t`, {
    ignoresResult: true,
  })
  return Object.assign(find, { withRecord, lockRecord })
}

/** Selects components `c` with the user's roles on them and on their projects. */
function selectAccess(source: RawBuilder<unknown>, userId: Value, condition: RawBuilder<unknown>) {
  return sql<ComponentScope>`
    select c.id as component_id, c.project_id, c.released, c.document_type, c.comment_phase, c.closed_reason,
      p.visibility, pm.role as project_role, cm.role as component_role
    from ${source}
    join projects p on p.id = c.project_id
    ${joinRoles(userId)}
    where ${condition}`
}
