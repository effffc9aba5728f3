import { sql } from 'kysely'
import type { LockoutPolicy } from '../../entities/user.ts'
import type { Reader } from '../database.ts'
import { digestHex } from './secrets.ts'

/**
 * Addresses without an account lock like accounts do, so that a 423 tells nobody which addresses exist
 * (accounts 8, trap 47). Kept beside the rate counters, under a digest of the address.
 */
export async function phantomIsLocked(
  db: Reader,
  email: string,
  policy: LockoutPolicy,
  now: Date,
): Promise<boolean> {
  if (!policy.enabled) return false
  const since = new Date(now.getTime() - policy.unlockInMs).toISOString()
  const row = await db
    .selectFrom('rate_counters')
    .select('key')
    .where('key', '=', keyOf(email))
    .where('count', '>=', policy.maxAttempts)
    .where('window_start', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts one failed sign-in with an unknown address and tells whether it is locked by now. */
export async function countPhantomFailure(
  db: Reader,
  email: string,
  policy: LockoutPolicy,
  now: Date,
): Promise<boolean> {
  if (!policy.enabled) return false
  const at = now.toISOString()
  const windowStart = new Date(now.getTime() - policy.windowMs).toISOString()
  const lockStart = new Date(now.getTime() - policy.unlockInMs).toISOString()
  const over = sql`rate_counters.window_start <= case when rate_counters.count >= ${policy.maxAttempts}::int
    then ${lockStart}::timestamptz else ${windowStart}::timestamptz end`
  const { rows } = await sql<{ count: number }>`
    insert into rate_counters (key, window_start, count) values (${keyOf(email)}, ${at}::timestamptz, 1)
    on conflict (key) do update set
      count = case when ${over} then 1 else rate_counters.count + 1 end,
      window_start = case when ${over} or rate_counters.count + 1 = ${policy.maxAttempts}::int
        then excluded.window_start else rate_counters.window_start end
    returning count`.execute(db)
  return (rows[0]?.count ?? 0) >= policy.maxAttempts
}

function keyOf(email: string): string {
  return `lockout:${digestHex(email)}`
}
