import { kysely, type Database, type Em } from '../database/database.ts'
import { withinSpan } from '../telemetry/tracing/scope.ts'
import { startAuditLog, type AuditLog } from './audit-log.ts'
import type { Origin } from './origin.ts'

/**
 * Runs `work` in one transaction on an entity manager of its own, flushes it, and writes its audit entries and
 * domain events before the commit. Whatever `work` throws rolls all of it back.
 */
export function inTransaction<T>(
  database: Database,
  origin: Origin,
  work: (em: Em, trail: AuditLog) => Promise<T>,
): Promise<T> {
  return withinSpan('transaction', async () => {
    // The ORM's own frame forks once more, and looks through all records again before and after the commit.
    const em = database.orm.em.fork()
    await em.begin()
    try {
      const trail = startAuditLog(em, origin)
      const result = await work(em, trail)
      await em.flush()
      await trail.write(kysely(em))
      em.clear()
      await em.commit()
      return result
    } catch (error) {
      // What failed in the first place matters; a connection that cannot roll back is given up.
      await em.rollback().catch(() => undefined)
      throw error
    }
  })
}
