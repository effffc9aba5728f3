import { type FilterQuery, LockMode } from '@mikro-orm/core'
import { Component } from '../../../entities/component.ts'
import type { Actor, EffectiveAccess } from '../../audit/actor.ts'
import {
  authorizeAccess,
  createAccessDeniedError,
  type RequiredAccess,
  type ScopeRow,
} from '../../auth/access/effective-access.ts'
import type { Em, Queries } from '../../database/database.ts'
import { DomainError, notFoundError } from '../../errors.ts'
import {
  componentScope,
  lockComponent,
  lockProject,
  projectScope,
  type ComponentScope,
  type RecordScopeLoader,
  type ScopeLock,
  type ScopeLoader,
} from './scopes.ts'

/** Authorizes the caller on a component that was read before. */
export async function authorizeScope(
  db: Queries,
  row: ComponentScope | undefined,
  actor: Actor,
  needs: RequiredAccess,
): Promise<{ effectiveAccess: EffectiveAccess; scope: ComponentScope }> {
  const effectiveAccess = await authorizeAccess(db, row, actor, needs)
  if (!row) throw notFoundError()
  return { effectiveAccess, scope: row }
}

/** A caller, the record, and the access that they need. */
export interface RecordRequest {
  db: Queries
  actor: Actor
  id: number
  needs: RequiredAccess
}

/** Authorizes the caller on a record without a lock; throws 404 or 403. */
export async function authorizeBeforeLock<Row extends ScopeRow>(
  loadScope: (db: Queries, id: number, actor: Actor) => Promise<Row | undefined>,
  { db, actor, id, needs }: RecordRequest,
): Promise<Row> {
  const row = await loadScope(db, id, actor)
  await authorizeAccess(db, row, actor, needs)
  if (!row) throw notFoundError()
  return row
}

/**
 * Authorizes on a record and locks its component. Unauthorized callers are rejected before anything is locked. Access
 * is read again under the lock, because a role may be removed while the request waits.
 */
export async function authorizeUnderComponentLock(
  lock: ScopeLock,
  loadScope: ScopeLoader,
  request: RecordRequest,
) {
  const { effectiveAccess, scope } = await authorizeWhileLoading(lock, loadScope, request, () =>
    Promise.resolve(null),
  )
  return { effectiveAccess, scope }
}

/**
 * Authorizes under the component lock while `load` reads. Lock and `load` are sent together; if the lock is not free,
 * the request waits for it and both are repeated.
 */
async function authorizeWhileLoading<T>(
  lock: ScopeLock,
  loadScope: ScopeLoader,
  request: RecordRequest,
  load: () => Promise<T>,
): Promise<{ effectiveAccess: EffectiveAccess; scope: ComponentScope; loaded: T }> {
  const { db, actor, id, needs } = request
  const [free, early] = await Promise.all([loadScope(db, id, actor, { lock, needs }), load()])
  if (free) return { ...(await authorizeScope(db, free, actor, needs)), loaded: early }
  const { component_id: componentId } = await authorizeBeforeLock(loadScope, request)
  return authorizeAfterLock(lock, loadScope, { ...request, componentId }, load)
}

/** Authorizes after waiting for the lock, for callers that expect to wait: the lock is not tried first. */
export async function authorizeAfterLock<T>(
  lock: ScopeLock,
  loadScope: ScopeLoader,
  { db, actor, id, needs, componentId }: RecordRequest & { componentId: number },
  load: () => Promise<T>,
): Promise<{ effectiveAccess: EffectiveAccess; scope: ComponentScope; loaded: T }> {
  await lockComponent(db, lock, componentId)
  const [scope, loaded] = await Promise.all([loadScope(db, id, actor), load()])
  return { ...(await authorizeScope(db, scope, actor, needs)), loaded }
}

/** Authorizes on a component and loads it write-locked. */
export async function authorizeComponent(request: RecordRequest & { em: Em }) {
  const load = () => request.em.findOne(Component, { id: request.id }, { refresh: true })
  const { effectiveAccess, loaded } = await authorizeWhileLoading('exclusive', componentScope, request, load)
  if (!loaded) throw notFoundError()
  return { effectiveAccess, component: loaded }
}

/** Authorizes on a project, which is locked against other writers. */
export async function authorizeLockedProject(request: RecordRequest): Promise<EffectiveAccess> {
  return (await authorizeLockedProjectWith(request, () => Promise.resolve(null))).effectiveAccess
}

/** Authorizes on a locked project, and returns what `load` reads under the lock. */
export async function authorizeLockedProjectWith<T>(
  request: RecordRequest,
  load: () => Promise<T>,
): Promise<{ effectiveAccess: EffectiveAccess; loaded: T }> {
  const { db, actor, id, needs } = request
  const [free, early] = await Promise.all([projectScope(db, id, actor, needs), load()])
  if (free) return { effectiveAccess: await authorizeAccess(db, free, actor, needs), loaded: early }
  await authorizeBeforeLock(projectScope, request)
  await lockProject(db, id)
  const [later, loaded] = await Promise.all([projectScope(db, id, actor), load()])
  return { effectiveAccess: await authorizeAccess(db, later, actor, needs), loaded }
}

/**
 * Authorizes on a record, write-locked after its component. If either lock was waited for, access is checked again
 * afterwards.
 */
export async function authorizeRecord<T extends HasId>(
  [lock, loadScope]: [ScopeLock, RecordScopeLoader],
  entity: new () => T,
  request: RecordRequest & { em: Em },
): Promise<{ effectiveAccess: EffectiveAccess; scope: ComponentScope; record: T }> {
  const { db, em, actor, id, needs } = request
  const load = () => em.findOne(entity, { id } as FilterQuery<T>, { refresh: true })
  const [free, early] = await Promise.all([loadScope.withRecord(db, id, actor, { lock, needs }), load()])
  if (free && early) return { ...(await authorizeScope(db, free, actor, needs)), record: early }
  const { component_id: componentId } = await authorizeBeforeLock(loadScope, request)
  await lockComponent(db, lock, componentId)
  await loadScope.lockRecord(db, id)
  const [scope, record] = await Promise.all([loadScope(db, id, actor), load()])
  if (!record) throw notFoundError()
  return { ...(await authorizeScope(db, scope, actor, needs)), record }
}

/** Takes locks between those of the component and the record; returns whether it had to wait for them. */
export type LockBeforeRecord = (scope: ComponentScope) => Promise<boolean>

/** Authorizes on a record for callers that lock something between the component and the record. */
export async function authorizeRecordAfterLock<T extends HasId>(
  lockBefore: LockBeforeRecord,
  [lock, loadScope]: [ScopeLock, ScopeLoader],
  entity: new () => T,
  request: RecordRequest & { em: Em },
): Promise<{ effectiveAccess: EffectiveAccess; scope: ComponentScope; record: T }> {
  const { db, em, actor, id, needs } = request
  const authorized = await authorizeUnderComponentLock(lock, loadScope, request)
  const waited = await lockBefore(authorized.scope)
  const free = await findUnderLock(em, entity, id, LockMode.PESSIMISTIC_PARTIAL_WRITE)
  if (free && !waited) return { ...authorized, record: free }
  const record = free ?? (await loadLocked(em, entity, id))
  return { ...(await authorizeScope(db, await loadScope(db, id, actor), actor, needs)), record }
}

interface HasId {
  id: number
}

/** Loads one record and locks its row for writing; throws 404 if it was deleted in the meantime. */
export async function loadLocked<T extends HasId>(em: Em, entity: new () => T, id: number): Promise<T> {
  const record = await findUnderLock(em, entity, id, LockMode.PESSIMISTIC_WRITE)
  if (!record) throw notFoundError()
  return record
}

async function findUnderLock<T extends HasId>(
  em: Em,
  entity: new () => T,
  id: number,
  mode: LockMode.PESSIMISTIC_WRITE | LockMode.PESSIMISTIC_PARTIAL_WRITE,
): Promise<T | null> {
  return em.findOne(entity, { id } as FilterQuery<T>, { lockMode: mode, refresh: true })
}

/** Members get 403, system administrators 422: the snapshot is read-only for all (rule C-36). */
export async function assertUnreleased(
  db: Queries,
  released: boolean,
  actor: Actor,
  effectiveAccess: EffectiveAccess,
): Promise<void> {
  if (!released) return
  if (!actor.admin) throw await createAccessDeniedError(db, effectiveAccess)
  throw createReleasedSnapshotError()
}

/** The 422 of writing to a released component (rule C-36). */
export function createReleasedSnapshotError(): DomainError {
  return new DomainError('invalid', 'component.released', 'A released component is a read-only snapshot.')
}
