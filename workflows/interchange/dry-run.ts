import { sql } from 'kysely'
import { startAuditLog } from '../../src/audit/audit-log.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { kysely } from '../../src/database/database.ts'

/** Thrown to roll back a dry run; carries its result. */
class DryRunRollback<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('a trial is taken back')
    this.result = result
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
        const auditLog = startAuditLog(em, { actor, now, requestId: null, address: null })
        const db = kysely(em)
        const result = await run({ ...work, em, db, auditLog })
        // Runs deferred changes now, so that they fail inside the savepoint.
        await sql`select`.execute(db)
        throw new DryRunRollback(result)
      },
      { clear: true },
    )
  } catch (error) {
    if (error instanceof DryRunRollback) return error.result as T
    throw error
  }
}
