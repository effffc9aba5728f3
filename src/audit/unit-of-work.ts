import type { Env } from '../config/env.ts'
import type { Em, Queries } from '../database/database.ts'
import type { Actor } from './actor.ts'
import type { AuditLog } from './audit-log.ts'

/**
 * What a use case works with: one transaction, on whose behalf it runs, when, what it leaves in the trail, and the
 * settings. Nothing here knows of a request, so that a single call, a bulk call, an import and the command line call
 * the same function.
 */
export interface UnitOfWork {
  em: Em
  /** Bound to the transaction of `em`. */
  db: Queries
  actor: Actor
  now: Date
  trail: AuditLog
  env: Env
}

/** The work of an operation that a writing builder of src/procedures/access has opened. */
export function toUnitOfWork(ctx: Omit<UnitOfWork, 'env'> & { services: { env: Env } }): UnitOfWork {
  const { em, db, actor, now, trail, services } = ctx
  return { em, db, actor, now, trail, env: services.env }
}

/** The work of an operation whose caller is not signed in, or not yet. */
export type AnonymousUnitOfWork = Omit<UnitOfWork, 'actor'>

/** The unit of work of an operation whose caller may be anonymous. */
export function toAnonymousUnitOfWork(
  ctx: Omit<AnonymousUnitOfWork, 'env'> & { services: { env: Env } },
): AnonymousUnitOfWork {
  const { em, db, now, trail, services } = ctx
  return { em, db, now, trail, env: services.env }
}
