import type { User } from '../../entities/user.ts'
import type { Actor } from '../../src/audit/actor.ts'
import { runInTransaction } from '../../src/audit/transaction.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { toKysely } from '../../src/database/database.ts'
import type { World } from './world.ts'

/** Runs a use case in a new transaction on behalf of this user, as an operation does. */
export function runUseCase<T>(world: World, user: User, run: (work: UnitOfWork) => Promise<T>): Promise<T> {
  const { database, env, clock } = world.services
  const { id, name, email, admin } = user
  const actor: Actor = { id, name, email, admin, provider: null, session: null, token: null }
  const now = clock()
  return runInTransaction(database, { actor, requestId: null, address: null, now }, (em, auditLog) =>
    run({ em, db: toKysely(em), actor, now, auditLog, env }),
  )
}
