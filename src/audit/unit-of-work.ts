import type { Env } from '../config/env.ts'
import type { Em, Queries } from '../database/database.ts'
import type { Actor } from './actor.ts'
import type { AuditLog } from './audit-log.ts'

/**
 * The unit of work of a use case: its transaction, actor, time, audit log and settings. It does not depend on a request,
 * so that single calls, bulk calls, imports and the command line share the same functions.
 */
export interface UnitOfWork {
  em: Em
  /** Bound to the transaction of `em`. */
  db: Queries
  actor: Actor
  now: Date
  auditLog: AuditLog
  env: Env
}

/** Returns the unit of work of an operation that a write builder of src/procedures/access opened. */
export function toUnitOfWork(ctx: Omit<UnitOfWork, 'env'> & { services: { env: Env } }): UnitOfWork {
  const { em, db, actor, now, auditLog, services } = ctx
  return { em, db, actor, now, auditLog, env: services.env }
}

/** The unit of work of an anonymous caller. */
export type AnonymousUnitOfWork = Omit<UnitOfWork, 'actor'>

/** Returns the unit of work of an operation whose caller may be anonymous. */
export function toAnonymousUnitOfWork(
  ctx: Omit<AnonymousUnitOfWork, 'env'> & { services: { env: Env } },
): AnonymousUnitOfWork {
  const { em, db, now, auditLog, services } = ctx
  return { em, db, now, auditLog, env: services.env }
}
