import type { Actor } from './access/actor.ts'
import type { Trail } from './audit/trail.ts'
import type { Em, Queries } from './database.ts'
import type { Env } from './env.ts'

/**
 * What a use case works with: one transaction, on whose behalf it runs, when, what it leaves in the trail, and the
 * settings. Nothing here knows of a request, so that a single call, a bulk call, an import and the command line call
 * the same function.
 */
export interface Work {
  em: Em
  /** Bound to the transaction of `em`. */
  db: Queries
  actor: Actor
  now: Date
  trail: Trail
  env: Env
}

/** The work of an operation that a writing builder of src/access has opened. */
export function workOf(ctx: Omit<Work, 'env'> & { services: { env: Env } }): Work {
  const { em, db, actor, now, trail, services } = ctx
  return { em, db, actor, now, trail, env: services.env }
}

/** The work of an operation whose caller is not signed in, or not yet. */
export type PublicWork = Omit<Work, 'actor'>

/** The same as `workOf` where nobody needs to be signed in. */
export function publicWorkOf(ctx: Omit<PublicWork, 'env'> & { services: { env: Env } }): PublicWork {
  const { em, db, now, trail, services } = ctx
  return { em, db, now, trail, env: services.env }
}
