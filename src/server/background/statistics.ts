import { sql } from 'kysely'
import type { Services } from '../../services.ts'

/** A tenth of what the engine takes by itself: one portion holds its only connection for some milliseconds. */
const TARGET = 10
/** A table that is no larger is read whole anyway. */
const FEW_PAGES = 8

/**
 * Has the embedded engine look anew at tables that have doubled since it last did, as after an import: it has no
 * autovacuum, and its planner cannot tell conditions apart without statistics. A portion is one table. On PostgreSQL,
 * where tables are looked at, nothing is done.
 */
export async function renewStatistics(
  { database, pacer }: Pick<Services, 'database' | 'pacer'>,
  signal: AbortSignal,
): Promise<void> {
  if (database.engine !== 'embedded') return
  await pacer.portions(async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and pg_relation_size(c.oid) / current_setting('block_size')::integer > 2 * c.relpages + ${FEW_PAGES}
      order by c.relname limit 1`.execute(database.queries)
    const [grown] = rows
    if (!grown) return false
    await database.queries.transaction().execute(async (db) => {
      await sql`set local default_statistics_target = ${sql.lit(TARGET)}`.execute(db)
      await sql`analyze ${sql.table(grown.name)}`.execute(db)
    })
    return true
  }, signal)
}
