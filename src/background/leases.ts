import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'

/** Requests count as being served for so long after the last one, in milliseconds. */
export const QUIET_MS = 1000
/** Who took the turn and is gone has lost it after so long. */
const LEASE_MS = 5000
/** Of the only row. */
const ID = 1

/** Whose turn it is, of all that do background work of one database. */
export interface BackgroundLeases {
  /** Takes the turn, and answers 0; or answers in how many milliseconds to ask again, because it is not free. */
  acquire: () => Promise<number>
  /** Gives the turn back. As long as requests are being served no one takes it for so many milliseconds. */
  release: (restMs: number) => Promise<void>
  /** Says that requests are being served, the last one so many milliseconds ago. */
  heartbeat: (agoMs: number) => Promise<void>
}

/** Of what is true only for seconds a crash may take the last change. */
const UNHURRIED = sql`(select set_config('synchronous_commit', 'off', true))`
const NOW = sql`clock_timestamp()`
const FREE_AT = sql`greatest(t.expires_at, least(t.paused_until, t.last_served_at + ${sql.lit(QUIET_MS)} * interval '1 ms'))`

/** The turns of all processes on one server, by its clock: a row that is taken for a while, in short statements. */
export function createBackgroundLeases(db: Queries): BackgroundLeases {
  let held: string | null = null
  return {
    acquire: async () => {
      const { rows } = await sql<{ held: string | null; wait: number | null }>`
        with mine as (insert into background_leases as t (id, expires_at)
          values (${ID}, ${NOW} + ${sql.lit(LEASE_MS)} * interval '1 ms')
          on conflict (id) do update set expires_at = excluded.expires_at where ${FREE_AT} <= ${NOW}
          returning expires_at)
        select (select expires_at::text from mine) as held, ${UNHURRIED},
          (select extract(epoch from ${FREE_AT} - ${NOW})::float8 * 1000 from background_leases t where id = ${ID}) as wait`.execute(
        db,
      )
      const [row] = rows
      held = row?.held ?? null
      return held === null ? Math.max(1, row?.wait ?? 1) : 0
    },
    release: async (restMs) => {
      await sql`update background_leases set expires_at = ${NOW}, paused_until = ${NOW} + ${restMs} * interval '1 ms'
        where id = ${ID} and expires_at = ${held}::timestamptz returning ${UNHURRIED}`.execute(db)
    },
    heartbeat: async (agoMs) => {
      await sql`update background_leases set last_served_at = greatest(last_served_at, ${NOW} - ${agoMs} * interval '1 ms') where id = ${ID} returning ${UNHURRIED}`.execute(
        db,
      )
    },
  }
}
