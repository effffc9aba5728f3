import { LockMode } from '@mikro-orm/core'
import type { Actor, Standing } from '../context.ts'
import type { Em, Reader } from '../database.ts'
import { DomainError, notFound } from '../errors.ts'
import type { ComponentScope } from './scopes.ts'
import { admit, denied, type Needs } from './standing.ts'

/** The caller's standing on a found component, or 404 and 403 as `admit` decides. */
export async function admitted(
  db: Reader,
  row: ComponentScope | undefined,
  actor: Actor,
  needs: Needs,
): Promise<{ standing: Standing; scope: ComponentScope }> {
  const standing = await admit(db, row, actor, needs)
  if (!row) throw notFound()
  return { standing, scope: row }
}

interface Identified {
  id: number
}

/** Loads one record under a write lock of its own row; 404 when it went away in between. */
export async function locked<T extends Identified>(em: Em, entity: new () => T, id: number): Promise<T> {
  const query = em.createQueryBuilder(entity, 'e').where({ id }).setLockMode(LockMode.PESSIMISTIC_WRITE)
  const record = await query.getSingleResult()
  if (!record) throw notFound()
  return record as T
}

/** Members get 403, system administrators 422: the snapshot is read-only for all (contract, decision 18). */
export async function assertUnreleased(
  db: Reader,
  released: boolean,
  actor: Actor,
  standing: Standing,
): Promise<void> {
  if (!released) return
  if (!actor.admin) throw await denied(db, standing.projectId)
  throw new DomainError('invalid', 'component.released', 'A released component is a read-only snapshot.')
}
