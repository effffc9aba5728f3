import { sql } from 'kysely'
import type { Env } from '../config/env.ts'
import type { Queries, Em } from '../database/database.ts'
import { createRateStore, type CountedAttempt } from '../http/rate-limits/counters.ts'
import { toCounterKey, createRateLimits, type RateName } from '../http/rate-limits/rate-limits.ts'
import { digestHex } from '../lib/secrets.ts'
import { enqueueChat, enqueueMail, type ChatMessage, type Mail } from './enqueue.ts'

/** The most lines in a pending mail; older lines are only counted. */
const LINES = 20

/** The transaction that causes a notice. */
export interface NoticeContext {
  em: Em
  db: Queries
  env: Env
  now: Date
}

/** The user whose action causes a notice. */
export interface Sender {
  id: number
  email: string
}

/**
 * Enqueues a mail that one user's action causes for another. Above the limits of sender and recipient, its line is
 * added to one pending mail, and copies are dropped. The mail is sent when the window ends. The action itself is never
 * rejected.
 */
export async function enqueueLimitedMail(
  context: NoticeContext,
  sender: Sender,
  mail: Mail,
  line: string,
): Promise<void> {
  const { em, env, now } = context
  if (!env.rateLimits.enabled) return enqueueMail(em, mail, now)
  const total = await countNotice(context, 'notice_sender', String(sender.id))
  const attempt = total.allowed ? await countNoticeBetween(context, sender, mail.to) : total
  if (attempt === null || attempt.allowed) {
    const full = new Set<string>()
    for (const copy of (mail.cc ?? []).toSorted()) {
      const copyAttempt = await countNoticeBetween(context, sender, copy)
      if (copyAttempt?.allowed === false) full.add(copy)
    }
    const cc = (mail.cc ?? []).filter((copy) => !full.has(copy))
    return enqueueMail(em, { ...mail, cc }, now)
  }
  await appendToPendingMail(context, `${sender.id}:${mail.to}`, mail.to, line, attempt.resetAt)
}

/** Adds a line to the pending mail of this key, which is sent at `due`. */
export async function appendToPendingMail(
  { db, now }: Pick<NoticeContext, 'db' | 'now'>,
  key: string,
  recipient: string,
  line: string,
  due: Date,
  unsubscribe?: string,
): Promise<void> {
  const payload = {
    to: recipient,
    subject: '',
    text: '',
    held: [line],
    held_count: 1,
    ...(unsubscribe ? { unsubscribe } : {}),
  }
  await sql`
    insert into outbox_messages (kind, payload, next_attempt_at, created_at, merge_key)
    values ('mail', ${JSON.stringify(payload)}::jsonb, ${due.toISOString()}::timestamptz,
      ${now.toISOString()}::timestamptz, ${digestHex(`held:${key}`)})
    on conflict (merge_key) where merge_key is not null do update set payload = outbox_messages.payload
      || jsonb_build_object('held_count', (outbox_messages.payload ->> 'held_count')::int + 1, 'held', (
        select jsonb_agg(newest.line order by newest.ordinal) from (
          select l.line, l.ordinal from jsonb_array_elements(
            (excluded.payload -> 'held') || (outbox_messages.payload -> 'held')) with ordinality as l(line, ordinal)
          order by l.ordinal limit ${LINES}) newest))`.execute(db)
}

/** Enqueues a chat message that a user's action causes; channels above the sender's limit don't get it. */
export async function enqueueLimitedChat(
  context: NoticeContext,
  sender: Pick<Sender, 'id'>,
  { channels = [], ...message }: ChatMessage,
): Promise<void> {
  const { em, env, now } = context
  const all = [null, ...channels]
  const full = new Set<string | null>()
  for (const channel of env.rateLimits.enabled ? [...new Set(all)].toSorted(compareByName) : []) {
    const attempt = await countNotice(context, 'notice_chat', `${sender.id}:${digestHex(channel ?? '')}`)
    if (!attempt.allowed) full.add(channel)
  }
  enqueueChat(
    em,
    message,
    all.filter((channel) => !full.has(channel)),
    now,
  )
}

/** The lock order of counters in all transactions. */
function compareByName(a: string | null, b: string | null): number {
  return (a ?? '').localeCompare(b ?? '')
}

/** Returns null for a mail to the sender, which is not limited. */
function countNoticeBetween(
  context: NoticeContext,
  sender: Sender,
  recipient: string,
): Promise<CountedAttempt | null> {
  if (recipient === sender.email) return Promise.resolve(null)
  return countNotice(context, 'notice', `${sender.id}:${digestHex(recipient)}`)
}

/** Counts a notice in the transaction, so that a rollback does not count. */
export function countNotice(
  { db, env, now }: Pick<NoticeContext, 'db' | 'env' | 'now'>,
  name: RateName,
  subject: string,
): Promise<CountedAttempt> {
  const { limit, windowMs } = createRateLimits(env.rateLimits)[name]
  return createRateStore(db).take(toCounterKey(name, subject), limit, windowMs / 1000, now)
}
