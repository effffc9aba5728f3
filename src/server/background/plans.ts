import { sql } from 'kysely'
import type { Services } from '../../services.ts'

/**
 * Has the embedded engine plan its kept statements anew: no autovacuum tells it that tables grew, and a plan for ten
 * rows takes seconds for ten thousand. On PostgreSQL, where tables are looked at, nothing is done.
 */
export async function forgetPlans({ database }: Services): Promise<void> {
  if (database.engine === 'embedded') await sql`discard plans`.execute(database.queries)
}
