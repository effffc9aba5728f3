import { toKysely, type Database, type Em } from '../database/database.ts'
import { runWithinSpan } from '../telemetry/tracing/scope.ts'
import { startAuditLog, type AuditLog } from './audit-log.ts'
import type { Origin } from './origin.ts'

/**
 * Runs `work` in a transaction with its own entity manager, flushes it, and stores audit entries and domain events
 * before the commit. Any error of `work` rolls everything back.
 */
export function runInTransaction<T>(
  database: Database,
  origin: Origin,
  work: (em: Em, auditLog: AuditLog) => Promise<T>,
): Promise<T> {
  return runWithinSpan('transaction', async () => {
    // The ORM's transaction helper would fork again, and check all records again before and after the commit.
    const em = database.orm.em.fork()
    await em.begin()
    try {
      const auditLog = startAuditLog(em, origin)
      const result = await work(em, auditLog)
      await em.flush()
      await auditLog.write(toKysely(em))
      em.clear()
      await em.commit()
      return result
    } catch (error) {
      // Report the original error; a connection that can't roll back is closed.
      await em.rollback().catch(() => undefined)
      throw error
    }
  })
}
