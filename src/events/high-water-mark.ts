import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'

/**
 * The id up to which stored events are complete for the caller's next statement. Writers hold a lock on the last id
 * given before theirs (trigger `domain_events_order`). The last given id is read before the locks, by the lateral join:
 * a writer with a lower id holds its lock already, or has ended.
 */
export async function readHighWaterMark(db: Queries): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select least(sequence_value.id, oldest_lock.id) as id
    from (select case when is_called then last_value else 0 end as id from domain_events_id_seq) sequence_value
    cross join lateral (
      select min(-1 - ((classid::bigint << 32) | objid::bigint)) as id from pg_locks
      where locktype = 'advisory' and objsubid = 1 and classid::bigint >= 2147483648 and sequence_value.id >= 0
        and database = (select oid from pg_database where datname = current_database())
    ) oldest_lock`.execute(db)
  return rows[0]?.id ?? 0
}
