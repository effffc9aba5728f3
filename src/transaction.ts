import { kysely, type Database, type Em } from './database.ts'
import type { Origin } from './audit/origin.ts'
import { withinSpan } from './tracing/scope.ts'
import { startTrail, type Trail } from './audit/trail.ts'

/**
 * Runs `work` in one transaction on an entity manager of its own, flushes it, and writes its audit entries and
 * domain events before the commit. Whatever `work` throws rolls all of it back.
 */
export function inTransaction<T>(
  database: Database,
  origin: Origin,
  work: (em: Em, trail: Trail) => Promise<T>,
): Promise<T> {
  return withinSpan('transaction', () =>
    database.orm.em.fork().transactional(async (em) => {
      const trail = startTrail(em, origin)
      const result = await work(em, trail)
      await em.flush()
      await trail.write(kysely(em))
      return result
    }),
  )
}
