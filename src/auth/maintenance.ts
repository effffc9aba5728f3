import { sql } from 'kysely'
import { AccessToken, toDay } from '../../entities/access-token.ts'
import { User } from '../../entities/user.ts'
import { createSystemOrigin } from '../audit/origin.ts'
import { runInTransaction } from '../audit/transaction.ts'
import { sweep, type SweepServices } from '../background/sweep.ts'
import { toKysely } from '../database/database.ts'
import { formatCount } from '../lib/format-count.ts'
import { toVerifiedText } from '../outbox/account-mails.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import type { Services } from '../services.ts'
import { isTokenActive } from './active-token.ts'

const DAY = 86_400_000
const NOTICE_DAYS = 7
/** Retention of delivered messages, in milliseconds. */
export const DELIVERED_RETENTION_MS = 30 * DAY
const BATCH = 100

/** Deletes expired anonymous sessions; sessions of users are retained (rule E-19). */
export function sweepAnonymousSessions(services: SweepServices, signal: AbortSignal): Promise<void> {
  const now = services.clock().toISOString()
  return sweep(services, signal, {
    table: 'sessions',
    condition: sql`user_id is null and absolute_expires_at < ${now}::timestamptz`,
    order: 'last_seen_at',
  })
}

/** Deletes delivered or abandoned messages after a month. */
export function sweepOutbox(services: SweepServices, signal: AbortSignal): Promise<void> {
  const before = new Date(services.clock().getTime() - DELIVERED_RETENTION_MS).toISOString()
  return sweep(services, signal, {
    table: 'outbox_messages',
    condition: sql`created_at < ${before}::timestamptz and (delivered_at is not null or abandoned_at is not null)`,
    order: 'created_at',
  })
}

type TokenServices = Pick<Services, 'env' | 'database' | 'clock' | 'throttle'>

/** Revokes tokens that were unused for the configured days, including never-used ones; 0 disables it (rule A-44). */
export async function revokeIdleTokens(services: TokenServices, signal: AbortSignal): Promise<void> {
  const days = services.env.tokens.autoRevokeIdleDays
  if (days === 0) return
  await services.throttle.runBatches(async () => (await revokeBatch(services, days)) === BATCH, signal)
}

async function revokeBatch({ database, clock }: TokenServices, days: number): Promise<number> {
  const now = clock()
  const before = new Date(now.getTime() - days * DAY)
  return runInTransaction(database, createSystemOrigin(now), async (em, auditLog) => {
    const idle = await em.find(
      AccessToken,
      {
        revokedAt: null,
        $or: [{ lastUsedAt: { $lt: before } }, { lastUsedAt: null, createdAt: { $lt: before } }],
      },
      { orderBy: { id: 'asc' }, limit: BATCH },
    )
    for (const token of idle) {
      auditLog.setReason(token, `Not used for ${formatCount(days, 'day', 'days')}.`)
      token.revoke(now)
    }
    return idle.length
  })
}

/** Notifies users once, a week before a token expires (rule A-44). */
export async function notifyOfExpiringTokens(services: TokenServices, signal: AbortSignal): Promise<void> {
  await services.throttle.runBatches(async () => (await notifyBatch(services)) === BATCH, signal)
}

async function notifyBatch({ database, clock }: TokenServices): Promise<number> {
  const now = clock()
  const lastDay = toDay(new Date(now.getTime() + NOTICE_DAYS * DAY))
  return runInTransaction(database, createSystemOrigin(now), async (em) => {
    const rows = await toKysely(em)
      .selectFrom('access_tokens as t')
      .select('t.id')
      .where(isTokenActive('t', toDay(now)))
      .where('t.expiry_notice_sent_at', 'is', null)
      .where('t.expires_at', '<=', lastDay)
      .orderBy('t.id')
      .limit(BATCH)
      .execute()
    const ids = rows.map(({ id }) => id)
    const tokens = await em.find(AccessToken, { id: { $in: ids } }, { orderBy: { id: 'asc' } })
    const owners = await em.find(User, { id: { $in: tokens.map(({ userId }) => userId) } })
    for (const token of tokens) {
      token.expiryNoticeSentAt = now
      const owner = owners.find(({ id }) => id === token.userId)
      if (!owner) continue
      const name = toVerifiedText(owner, `"${token.name}"`) || `(${token.tokenPrefix}...)`
      const text = `Your access token ${name} stops working on ${token.expiresAt}.\n`
      enqueueMail(em, { to: owner.email, subject: 'Access token about to expire', text }, now)
    }
    return tokens.length
  })
}
