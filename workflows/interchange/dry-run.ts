import { sql } from 'kysely'
import { startAuditLog } from '../../src/audit/audit-log.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { kysely } from '../../src/database/database.ts'

/** Thrown to take a trial back, with what it found. */
class DryRunRollback<T> extends Error {
  readonly found: T

  constructor(found: T) {
    super('a trial is taken back')
    this.found = found
  }
}

/** Does work and takes it back: a savepoint with an entity manager and a trail of its own, so that nothing is left or told. */
export async function inDryRun<T>(work: UnitOfWork, run: (trial: UnitOfWork) => Promise<T>): Promise<T> {
  const { actor, now } = work
  try {
    return await work.em.transactional(
      async (em) => {
        const trail = startAuditLog(em, { actor, now, requestId: null, address: null })
        const db = kysely(em)
        const found = await run({ ...work, em, db, trail })
        // A change that waits for the next statement fails here, and not behind the savepoint.
        await sql`select`.execute(db)
        throw new DryRunRollback(found)
      },
      { clear: true },
    )
  } catch (error) {
    if (error instanceof DryRunRollback) return error.found as T
    throw error
  }
}
