import { CompiledQuery } from 'kysely'
import { z } from 'zod'
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
  /** Deletes the windows that started before `before`. */
  sweep(before: Date): Promise<void>
}

/** Runs one statement with `$1` placeholders and returns its rows. */
type StatementExecutor = (sql: string, params: unknown[]) => Promise<Record<string, unknown>[]>

const Row = z.object({ count: z.coerce.number().int() })

const TAKE = `
  insert into rate_limit_counters (key, window_start, count) values ($1, $2::timestamptz, 1)
  on conflict (key) do update set
    count = case when rate_limit_counters.window_start = excluded.window_start then rate_limit_counters.count + 1 else 1 end,
    window_start = excluded.window_start
    where rate_limit_counters.window_start <> excluded.window_start or rate_limit_counters.count < $3::int
  returning count`
const REFUND =
  'update rate_limit_counters set count = count - 1 where key = $1 and window_start = $2::timestamptz and count > 0'
const SWEEP = 'delete from rate_limit_counters where window_start < $1::timestamptz'

/** Creates a store on the table `rate_limit_counters`; each method runs one statement. */
function createSqlRateStore(execute: StatementExecutor): RateStore {
  return {
    async take(key, limit, windowSeconds, now) {
      const windowMs = windowSeconds * 1000
      const windowStart = new Date(Math.floor(now.getTime() / windowMs) * windowMs)
      const resetAt = new Date(windowStart.getTime() + windowMs)
      const [row] = await execute(TAKE, [key, windowStart.toISOString(), limit])
      const count = row === undefined ? limit : Row.parse(row).count
      return { allowed: row !== undefined, count, windowStart, resetAt }
    },
    async refund(key, windowStart) {
      await execute(REFUND, [key, windowStart.toISOString()])
    },
    async sweep(before) {
      await execute(SWEEP, [before.toISOString()])
    },
  }
}

/** Creates a store on a connection or transaction. */
export function createRateStore(db: Queries): RateStore {
  return createSqlRateStore(async (text, params) => {
    const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, params))
    return rows
  })
}
