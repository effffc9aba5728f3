import { sql } from 'kysely'
import { sweep } from '../computing/beside/sweep.ts'
import type { Services } from '../services.ts'
import { inTransaction } from '../transaction.ts'
import { AccessToken, dayOf } from '../../entities/access-token.ts'
import { User } from '../../entities/user.ts'
import { kysely } from '../database.ts'
import { liveToken } from './live-token.ts'
import { enqueueMail } from '../outbox/enqueue.ts'

const DAY = 86_400_000
const NOTICE_DAYS = 7
/** How long a delivered message is kept, in milliseconds. */
export const DELIVERED_KEPT = 30 * DAY
const BATCH = 100

/** Forgets anonymous sessions that are over; those of people keep their rows (rule E-19). */
export function sweepAnonymousSessions(services: Services, signal: AbortSignal): Promise<void> {
  const now = services.clock().toISOString()
  return sweep(services, signal, {
    table: 'sessions',
    where: sql`user_id is null and absolute_expires_at < ${now}::timestamptz`,
    order: 'last_seen_at',
  })
}

/** Forgets messages that were delivered, or given up, a month ago. */
export function sweepOutbox(services: Services, signal: AbortSignal): Promise<void> {
  const before = new Date(services.clock().getTime() - DELIVERED_KEPT).toISOString()
  return sweep(services, signal, {
    table: 'outbox_messages',
    where: sql`created_at < ${before}::timestamptz and (delivered_at is not null or abandoned_at is not null)`,
    order: 'created_at',
  })
}

/** Revokes tokens that nobody used for the configured days, never-used ones included; 0 keeps all (rule A-44). */
export async function revokeIdleTokens({ env, database, clock }: Services): Promise<void> {
  const days = env.tokens.autoRevokeIdleDays
  if (days === 0) return
  const now = clock()
  const before = new Date(now.getTime() - days * DAY)
  await inTransaction(database, bySystem(now), async (em, trail) => {
    const idle = await em.find(
      AccessToken,
      {
        revokedAt: null,
        $or: [{ lastUsedAt: { $lt: before } }, { lastUsedAt: null, createdAt: { $lt: before } }],
      },
      { orderBy: { id: 'asc' }, limit: BATCH },
    )
    for (const token of idle) {
      trail.because(token, `Not used for ${days} days.`)
      token.revoke(now)
    }
  })
}

/** Tells people a week before one of their tokens expires, once (rule A-44). */
export async function tellExpiringTokens({ database, clock }: Services): Promise<void> {
  const now = clock()
  const until = dayOf(new Date(now.getTime() + NOTICE_DAYS * DAY))
  await inTransaction(database, bySystem(now), async (em) => {
    const found = await kysely(em)
      .selectFrom('access_tokens as t')
      .select('t.id')
      .where(liveToken('t', dayOf(now)))
      .where('t.expiry_notice_sent_at', 'is', null)
      .where('t.expires_at', '<=', until)
      .orderBy('t.id')
      .limit(BATCH)
      .execute()
    const ids = found.map(({ id }) => id)
    const tokens = await em.find(AccessToken, { id: { $in: ids } }, { orderBy: { id: 'asc' } })
    const owners = await em.find(User, { id: { $in: tokens.map(({ userId }) => userId) } })
    for (const token of tokens) {
      token.expiryNoticeSentAt = now
      const to = owners.find(({ id }) => id === token.userId)?.email
      const text = `Your access token "${token.name}" stops working on ${token.expiresAt}.\n`
      if (to) enqueueMail(em, { to, subject: 'Access token about to expire', text }, now)
    }
  })
}

function bySystem(now: Date) {
  return { actor: null, requestId: null, address: null, now }
}
