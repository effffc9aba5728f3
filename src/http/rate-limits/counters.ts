import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'

/** The outcome of one attempt; pass `windowStart` to `refund`. */
export interface CountedAttempt {
  allowed: boolean
  /** Attempts in this window, including this one; the limit if it was rejected. */
  count: number
  windowStart: Date
  resetAt: Date
}

/** Counters in fixed windows, shared by all processes (rule A-68). */
export interface RateStore {
  /** Counts one attempt. If `limit` (at least 1) is reached, it counts nothing and `allowed` is false. */
  take(key: string, limit: number, windowSeconds: number, now: Date): Promise<CountedAttempt>
  /** Refunds one counted attempt, such as a successful sign-in or a 5xx response. */
  refund(key: string, windowStart: Date): Promise<void>
}

/** Creates a store on a connection or transaction; each method runs one statement. */
export function createRateStore(db: Queries): RateStore {
  return {
    async take(key, limit, windowSeconds, now) {
      const windowMs = windowSeconds * 1000
      const windowStart = new Date(Math.floor(now.getTime() / windowMs) * windowMs)
      const resetAt = new Date(windowStart.getTime() + windowMs)
      const { rows } = await sql<{ count: number }>`
        insert into rate_limit_counters (key, window_start, count) values (${key}, ${windowStart.toISOString()}::timestamptz, 1)
        on conflict (key) do update set
          count = case when rate_limit_counters.window_start = excluded.window_start then rate_limit_counters.count + 1 else 1 end,
          window_start = excluded.window_start
          where rate_limit_counters.window_start <> excluded.window_start or rate_limit_counters.count < ${limit}::int
        returning count`.execute(db)
      const [row] = rows
      return { allowed: row !== undefined, count: row?.count ?? limit, windowStart, resetAt }
    },
    async refund(key, windowStart) {
      await sql`
        update rate_limit_counters set count = count - 1
        where key = ${key} and window_start = ${windowStart.toISOString()}::timestamptz and count > 0`.execute(
        db,
      )
    },
  }
}
