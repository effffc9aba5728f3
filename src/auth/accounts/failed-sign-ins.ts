import { sql } from 'kysely'
import { FailedSignIns } from '../../../entities/failed-sign-ins.ts'
import { sweep, type SweepServices } from '../../background/sweep.ts'
import { toKysely, type Em } from '../../database/database.ts'
import { digestHex } from '../../lib/secrets.ts'
import type { Services } from '../../services.ts'

/** Locks the failure counter of an address without an account, created if missing. */
export async function lockFailedSignIns(em: Em, email: string, now: Date): Promise<FailedSignIns> {
  const { rows } = await sql<Record<string, unknown>>`
    insert into failed_sign_ins (digest, last_failed_at) values (${digestHex(email)}, ${now.toISOString()}::timestamptz)
    on conflict (digest) do update set digest = excluded.digest returning *`.execute(toKysely(em))
  return em.map(FailedSignIns, rows[0] ?? {})
}

const DAY = 86_400_000

/**
 * Deletes expired failure counters. If only an email can lift a lock, these counters expire after 30 days without an
 * attempt.
 */
export function sweepFailedSignIns(
  services: SweepServices & Pick<Services, 'env'>,
  signal: AbortSignal,
): Promise<void> {
  const { env, clock } = services
  const { windowMs, unlockInMs, strategy } = env.lockout
  const now = clock().getTime()
  const counted = new Date(now - windowMs).toISOString()
  const locked = new Date(
    now - (strategy === 'email' ? 30 * DAY : Math.max(windowMs, unlockInMs)),
  ).toISOString()
  return sweep(services, signal, {
    table: 'failed_sign_ins',
    condition: sql`last_failed_at < ${counted}::timestamptz and (locked_at is null or last_failed_at < ${locked}::timestamptz)`,
    order: 'last_failed_at',
  })
}
