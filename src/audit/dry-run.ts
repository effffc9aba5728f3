import { sql } from 'kysely'
import { toKysely } from '../database/database.ts'
import { startAuditLog } from './audit-log.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** Thrown to roll back a dry run; has its result. */
class DryRunRollback<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('The dry run is rolled back.')
    this.result = result
  }
}

/**
 * Runs a use case in a savepoint, rolls it back and returns its result. It has its own entity manager and audit log, so
 * that nothing is stored or sent. Records that `work` loaded before are detached: changes of the use case are not saved.
 */
export async function runDryRun<T>(work: UnitOfWork, run: (trial: UnitOfWork) => Promise<T>): Promise<T> {
  const { actor, now } = work
  try {
    return await work.em.transactional(
      async (em) => {
        const auditLog = startAuditLog(em, { actor, now, requestId: null, address: null })
        const db = toKysely(em)
        const result = await run({ ...work, em, db, auditLog })
        await em.flush()
        // Waits for deferred statements, so that they fail inside the savepoint.
        await sql`select`.execute(db)
        throw new DryRunRollback(result)
      },
      { clear: true },
    )
  } catch (error) {
    if (error instanceof DryRunRollback) return error.result as T
    throw error
  } finally {
    work.em.clear()
  }
}
