import { sql } from 'kysely'
import type { Env } from '../config/env.ts'
import type { Queries, Em } from '../database/database.ts'
import { createRateStore, type CountedAttempt } from '../http/rate-limits/counters.ts'
import { counterKey, rateLimits, type RateName } from '../http/rate-limits/rate-limits.ts'
import { digestHex } from '../lib/secrets.ts'
import { enqueueChat, enqueueMail, type ChatMessage, type Mail } from './enqueue.ts'

/** How many lines a mail of what was held back has; of older ones it says only how many there were. */
const LINES = 20

/** What a notice goes out with: the transaction that causes it. */
export interface Outgoing {
  em: Em
  db: Queries
  env: Env
  now: Date
}

/** Whose doing a notice tells of. */
export interface Sender {
  id: number
  email: string
}

/**
 * A mail that one person's doing causes to another: within the limits of sender and recipient it goes out as it is;
 * beyond them its line joins the one mail that leaves when the window ends. Copies beyond them are left out. No one is
 * refused anything.
 */
export async function isMailLimited(
  outgoing: Outgoing,
  sender: Sender,
  mail: Mail,
  line: string,
): Promise<void> {
  const { em, env, now } = outgoing
  if (!env.rateLimits.enabled) return enqueueMail(em, mail, now)
  const total = await countSent(outgoing, 'notice_sender', String(sender.id))
  const held = total.allowed ? await countSentPair(outgoing, sender, mail.to) : total
  if (held === null || held.allowed) {
    const full = new Set<string>()
    for (const copy of (mail.cc ?? []).toSorted()) {
      const taken = await countSentPair(outgoing, sender, copy)
      if (taken?.allowed === false) full.add(copy)
    }
    const cc = (mail.cc ?? []).filter((copy) => !full.has(copy))
    return enqueueMail(em, { ...mail, cc }, now)
  }
  await withinLimits(outgoing, `${sender.id}:${mail.to}`, mail.to, line, held.resetAt)
}

/** Adds a line to the mail of this key that waits until `due`. */
export async function withinLimits(
  { db, now }: Pick<Outgoing, 'db' | 'now'>,
  key: string,
  to: string,
  line: string,
  due: Date,
  unsubscribe?: string,
): Promise<void> {
  const payload = {
    to,
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
        select jsonb_agg(newest.line order by newest.place) from (
          select l.line, l.place from jsonb_array_elements(
            (excluded.payload -> 'held') || (outbox_messages.payload -> 'held')) with ordinality as l(line, place)
          order by l.place limit ${LINES}) newest))`.execute(db)
}

/** A chat message by one person's doing: each channel hears so many of them, and none of the rest. */
export async function chatLimited(
  outgoing: Outgoing,
  sender: Pick<Sender, 'id'>,
  { channels = [], ...message }: ChatMessage,
): Promise<void> {
  const { em, env, now } = outgoing
  const all = [null, ...channels]
  const full = new Set<string | null>()
  for (const channel of env.rateLimits.enabled ? [...new Set(all)].toSorted(byName) : []) {
    const taken = await countSent(outgoing, 'notice_chat', `${sender.id}:${digestHex(channel ?? '')}`)
    if (!taken.allowed) full.add(channel)
  }
  enqueueChat(
    em,
    message,
    all.filter((channel) => !full.has(channel)),
    now,
  )
}

/** The lock order of counters in all transactions. */
function byName(a: string | null, b: string | null): number {
  return (a ?? '').localeCompare(b ?? '')
}

/** Null where no one is disturbed: a copy to oneself. */
function countSentPair(
  outgoing: Outgoing,
  sender: Sender,
  recipient: string,
): Promise<CountedAttempt | null> {
  if (recipient === sender.email) return Promise.resolve(null)
  return countSent(outgoing, 'notice', `${sender.id}:${digestHex(recipient)}`)
}

/** Counts in the transaction, so that a rollback does not count. */
export function countSent(
  { db, env, now }: Pick<Outgoing, 'db' | 'env' | 'now'>,
  name: RateName,
  who: string,
): Promise<CountedAttempt> {
  const { limit, windowMs } = rateLimits(env.rateLimits)[name]
  return createRateStore(db).take(counterKey(name, who), limit, windowMs / 1000, now)
}
