import { sql } from 'kysely'
import type { Queries } from '../../database.ts'

/** Requests count as being served for so long after the last one, in milliseconds. */
export const QUIET_MS = 1000
/** Who took the turn and is gone has lost it after so long. */
const LEASE_MS = 5000
/** Of the only row. */
const ID = 1

/** Whose turn it is, of all that do work beside the requests of one database. */
export interface Turns {
  /** Takes the turn, and answers 0; or answers in how many milliseconds to ask again, because it is not free. */
  take: () => Promise<number>
  /** Gives the turn back. As long as requests are being served nobody takes it for so many milliseconds. */
  give: (restMs: number) => Promise<void>
  /** Says that requests are being served, the last one so many milliseconds ago. */
  serving: (agoMs: number) => Promise<void>
}

/** The turns within one process, which has its database for itself; `now` tells milliseconds. */
export function turnsInMemory(now: () => number): Turns {
  let taken = false
  let restUntil = -Infinity
  let servedAt = -Infinity
  return {
    take: () => {
      const wait = taken ? 1 : Math.max(0, Math.min(restUntil, servedAt + QUIET_MS) - now())
      taken ||= wait === 0
      return Promise.resolve(wait)
    },
    give: (restMs) => {
      taken = false
      restUntil = now() + restMs
      return Promise.resolve()
    },
    serving: (agoMs) => {
      servedAt = Math.max(servedAt, now() - agoMs)
      return Promise.resolve()
    },
  }
}

/** Of what is true only for seconds a crash may take the last change. */
const UNHURRIED = sql`(select set_config('synchronous_commit', 'off', true))`
const NOW = sql`clock_timestamp()`
const FREE_AT = sql`greatest(t.held_until, least(t.rest_until, t.served_at + ${sql.lit(QUIET_MS)} * interval '1 ms'))`

/** The turns of all processes on one server, by its clock: a row that is taken for a while, in short statements. */
export function turnsOnServer(db: Queries): Turns {
  let held: string | null = null
  return {
    take: async () => {
      const { rows } = await sql<{ held: string | null; wait: number | null }>`
        with mine as (insert into background_turns as t (id, held_until)
          values (${ID}, ${NOW} + ${sql.lit(LEASE_MS)} * interval '1 ms')
          on conflict (id) do update set held_until = excluded.held_until where ${FREE_AT} <= ${NOW}
          returning held_until)
        select (select held_until::text from mine) as held, ${UNHURRIED},
          (select extract(epoch from ${FREE_AT} - ${NOW})::float8 * 1000 from background_turns t where id = ${ID}) as wait`.execute(
        db,
      )
      const [row] = rows
      held = row?.held ?? null
      return held === null ? Math.max(1, row?.wait ?? 1) : 0
    },
    give: async (restMs) => {
      await sql`update background_turns set held_until = ${NOW}, rest_until = ${NOW} + ${restMs} * interval '1 ms'
        where id = ${ID} and held_until = ${held}::timestamptz returning ${UNHURRIED}`.execute(db)
    },
    serving: async (agoMs) => {
      await sql`update background_turns set served_at = greatest(served_at, ${NOW} - ${agoMs} * interval '1 ms') where id = ${ID} returning ${UNHURRIED}`.execute(
        db,
      )
    },
  }
}
