import { type FilterQuery, LockMode } from '@mikro-orm/core'
import { Component } from '../../entities/component.ts'
import type { Actor, Standing } from './actor.ts'
import type { Em, Queries } from '../database.ts'
import { DomainError, notFound } from '../errors.ts'
import {
  componentScope,
  lockComponent,
  lockProject,
  projectScope,
  type ComponentScope,
  type RecordScopeOf,
  type ScopeLock,
  type ScopeOf,
} from './scopes.ts'
import { admit, denied, type Needs, type ScopeRow } from './standing.ts'

/** The caller's standing on a found component, or 404 and 403 as `admit` decides. */
export async function admitted(
  db: Queries,
  row: ComponentScope | undefined,
  actor: Actor,
  needs: Needs,
): Promise<{ standing: Standing; scope: ComponentScope }> {
  const standing = await admit(db, row, actor, needs)
  if (!row) throw notFound()
  return { standing, scope: row }
}

/** Whose standing on what is asked. */
export interface Asked {
  db: Queries
  actor: Actor
  id: number
  needs: Needs
}

/** The standing of a caller on a record, with the role they need, or 404 and 403 as `admit` decides. */
export async function admittedAhead<Row extends ScopeRow>(
  look: (db: Queries, id: number, actor: Actor) => Promise<Row | undefined>,
  { db, actor, id, needs }: Asked,
): Promise<Row> {
  const row = await look(db, id, actor)
  await admit(db, row, actor, needs)
  if (!row) throw notFound()
  return row
}

/**
 * The caller's standing on a record whose component is locked from here on. Whoever may not know or do this is refused
 * before anything is locked, so that they make nobody wait and wait for nobody. The standing is that under the lock:
 * a role may have gone while it was waited for.
 */
export async function admittedUnder(lock: ScopeLock, scopeOf: ScopeOf, asked: Asked) {
  const { standing, scope } = await admittedBeside(lock, scopeOf, asked, () => Promise.resolve(null))
  return { standing, scope }
}

/**
 * The same, with what `load` reads under that lock. It is asked for with the lock, so that both travel at once, and again
 * where the lock was waited for.
 */
async function admittedBeside<T>(
  lock: ScopeLock,
  scopeOf: ScopeOf,
  asked: Asked,
  load: () => Promise<T>,
): Promise<{ standing: Standing; scope: ComponentScope; loaded: T }> {
  const { db, actor, id, needs } = asked
  const [free, early] = await Promise.all([scopeOf(db, id, actor, { lock, needs }), load()])
  if (free) return { ...(await admitted(db, free, actor, needs)), loaded: early }
  const { component_id: componentId } = await admittedAhead(scopeOf, asked)
  return admittedOnceLocked(lock, scopeOf, { ...asked, componentId }, load)
}

/** The same where the lock is likely to be waited for: it is not tried first. */
export async function admittedOnceLocked<T>(
  lock: ScopeLock,
  scopeOf: ScopeOf,
  { db, actor, id, needs, componentId }: Asked & { componentId: number },
  load: () => Promise<T>,
): Promise<{ standing: Standing; scope: ComponentScope; loaded: T }> {
  await lockComponent(db, lock, componentId)
  const [scope, loaded] = await Promise.all([scopeOf(db, id, actor), load()])
  return { ...(await admitted(db, scope, actor, needs)), loaded }
}

/** The same with the component itself, for those who write its content. */
export async function admittedToComponent(asked: Asked & { em: Em }) {
  const load = () => asked.em.findOne(Component, { id: asked.id }, { refresh: true })
  const { standing, loaded } = await admittedBeside('alone', componentScope, asked, load)
  if (!loaded) throw notFound()
  return { standing, component: loaded }
}

/** The same on a project, which is locked against other writers. */
export async function admittedToLocked(asked: Asked): Promise<Standing> {
  return (await admittedToLockedWith(asked, () => Promise.resolve(null))).standing
}

/** The same, with what `load` reads under that lock, as `admittedBeside` has it. */
export async function admittedToLockedWith<T>(
  asked: Asked,
  load: () => Promise<T>,
): Promise<{ standing: Standing; loaded: T }> {
  const { db, actor, id, needs } = asked
  const [free, early] = await Promise.all([projectScope(db, id, actor, needs), load()])
  if (free) return { standing: await admit(db, free, actor, needs), loaded: early }
  await admittedAhead(projectScope, asked)
  await lockProject(db, id)
  const [later, loaded] = await Promise.all([projectScope(db, id, actor), load()])
  return { standing: await admit(db, later, actor, needs), loaded }
}

/**
 * The same with the record itself, write-locked after its component. Where either was waited for, the standing is that
 * which the caller had afterwards.
 */
export async function admittedToRecord<T extends Identified>(
  [lock, scopeOf]: [ScopeLock, RecordScopeOf],
  entity: new () => T,
  asked: Asked & { em: Em },
): Promise<{ standing: Standing; scope: ComponentScope; record: T }> {
  const { db, em, actor, id, needs } = asked
  const load = () => em.findOne(entity, { id } as FilterQuery<T>, { refresh: true })
  const [free, early] = await Promise.all([scopeOf.withRecord(db, id, actor, { lock, needs }), load()])
  if (free && early) return { ...(await admitted(db, free, actor, needs)), record: early }
  const { component_id: componentId } = await admittedAhead(scopeOf, asked)
  await lockComponent(db, lock, componentId)
  await scopeOf.lockRecord(db, id)
  const [scope, record] = await Promise.all([scopeOf(db, id, actor), load()])
  if (!record) throw notFound()
  return { ...(await admitted(db, scope, actor, needs)), record }
}

/** What is locked between the component and the record; says whether it was waited for. */
export type Between = (scope: ComponentScope) => Promise<boolean>

/** The same for those who lock something in between. */
export async function admittedToRecordAfter<T extends Identified>(
  between: Between,
  [lock, scopeOf]: [ScopeLock, ScopeOf],
  entity: new () => T,
  asked: Asked & { em: Em },
): Promise<{ standing: Standing; scope: ComponentScope; record: T }> {
  const { db, em, actor, id, needs } = asked
  const found = await admittedUnder(lock, scopeOf, asked)
  const waited = await between(found.scope)
  const free = await underLock(em, entity, id, LockMode.PESSIMISTIC_PARTIAL_WRITE)
  if (free && !waited) return { ...found, record: free }
  const record = free ?? (await locked(em, entity, id))
  return { ...(await admitted(db, await scopeOf(db, id, actor), actor, needs)), record }
}

interface Identified {
  id: number
}

/** Loads one record under a write lock of its own row; 404 when it went away in between. */
export async function locked<T extends Identified>(em: Em, entity: new () => T, id: number): Promise<T> {
  const record = await underLock(em, entity, id, LockMode.PESSIMISTIC_WRITE)
  if (!record) throw notFound()
  return record
}

async function underLock<T extends Identified>(
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
  standing: Standing,
): Promise<void> {
  if (!released) return
  if (!actor.admin) throw await denied(db, standing.projectId)
  throw new DomainError('invalid', 'component.released', 'A released component is a read-only snapshot.')
}
