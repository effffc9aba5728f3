import { sql } from 'kysely'
import type { Queries } from '../database.ts'

/**
 * Up to which id the stored events are complete: every event with this id or a lower one is visible to the caller's
 * next statement, or never will be. Writers of events hold a lock on the last id given before theirs (the trigger
 * `domain_events_order`), so that only they hold it back: no other transaction, and nobody in another database.
 *
 * The last given id must be read before the locks, which the lateral join sees to: whoever was given an id up to it
 * holds its lock already, or has ended.
 */
export async function highWaterMark(db: Queries): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select least(given.id, held.id) as id
    from (select case when is_called then last_value else 0 end as id from domain_events_id_seq) given
    cross join lateral (
      select min(-1 - ((classid::bigint << 32) | objid::bigint)) as id from pg_locks
      where locktype = 'advisory' and objsubid = 1 and classid::bigint >= 2147483648 and given.id >= 0
        and database = (select oid from pg_database where datname = current_database())
    ) held`.execute(db)
  return rows[0]?.id ?? 0
}
