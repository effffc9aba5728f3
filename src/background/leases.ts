import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'

/** Requests count as being served until this many milliseconds after the last one. */
export const QUIET_MS = 1000
/** A lease expires after this time if its process has disappeared. */
const LEASE_MS = 5000
/** Id of the only row. */
const ID = 1

/** One lease for all processes that do background work on one database. */
export interface BackgroundLeases {
  /** Returns 0 if this process has the lease now, otherwise the milliseconds until the next attempt. */
  acquire: () => Promise<number>
  /** Releases the lease. While requests are served, no process acquires it for this many milliseconds. */
  release: (restMs: number) => Promise<void>
  /** Stores that requests are served, the last one this many milliseconds ago. */
  heartbeat: (agoMs: number) => Promise<void>
}

/** A crash may lose the last change: it is valid only for seconds. */
const ASYNC_COMMIT = sql`(select set_config('synchronous_commit', 'off', true))`
const NOW = sql`clock_timestamp()`
const FREE_AT = sql`greatest(t.expires_at, least(t.paused_until, t.last_served_at + ${sql.lit(QUIET_MS)} * interval '1 ms'))`

/** Leases by the clock of the database server: one row, locked only for short statements. */
export function createBackgroundLeases(db: Queries): BackgroundLeases {
  let holder: string | null = null
  return {
    acquire: async () => {
      const { rows } = await sql<{ holder: string | null; wait: number | null }>`
        with acquired_lease as (insert into background_leases as t (id, expires_at)
          values (${ID}, ${NOW} + ${sql.lit(LEASE_MS)} * interval '1 ms')
          on conflict (id) do update set expires_at = excluded.expires_at where ${FREE_AT} <= ${NOW}
          returning expires_at)
        select (select expires_at::text from acquired_lease) as holder, ${ASYNC_COMMIT},
          (select extract(epoch from ${FREE_AT} - ${NOW})::float8 * 1000 from background_leases t where id = ${ID}) as wait`.execute(
        db,
      )
      const [row] = rows
      holder = row?.holder ?? null
      return holder === null ? Math.max(1, row?.wait ?? 1) : 0
    },
    release: async (restMs) => {
      await sql`update background_leases set expires_at = ${NOW}, paused_until = ${NOW} + ${restMs} * interval '1 ms'
        where id = ${ID} and expires_at = ${holder}::timestamptz returning ${ASYNC_COMMIT}`.execute(db)
    },
    heartbeat: async (agoMs) => {
      await sql`update background_leases set last_served_at = greatest(last_served_at, ${NOW} - ${agoMs} * interval '1 ms') where id = ${ID} returning ${ASYNC_COMMIT}`.execute(
        db,
      )
    },
  }
}
