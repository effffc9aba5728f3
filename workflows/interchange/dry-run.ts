import { sql } from 'kysely'
import { startAuditLog } from '../../src/audit/audit-log.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { kysely } from '../../src/database/database.ts'

/** Thrown to roll back a dry run; carries its result. */
class DryRunRollback<T> extends Error {
  readonly found: T

  constructor(found: T) {
    super('a trial is taken back')
    this.found = found
  }
}

/**
 * Runs work in a savepoint and rolls it back. Uses its own entity manager and audit log, so that nothing is
 * stored or sent.
 */
export async function inDryRun<T>(work: UnitOfWork, run: (trial: UnitOfWork) => Promise<T>): Promise<T> {
  const { actor, now } = work
  try {
    return await work.em.transactional(
      async (em) => {
        const trail = startAuditLog(em, { actor, now, requestId: null, address: null })
        const db = kysely(em)
        const found = await run({ ...work, em, db, trail })
        // Runs deferred changes now, so that they fail inside the savepoint.
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
