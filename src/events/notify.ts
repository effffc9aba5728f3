import { sql } from 'kysely'
import { EventCursor } from '../../entities/event-cursor.ts'
import { createSystemOrigin } from '../audit/origin.ts'
import { runInTransaction } from '../audit/transaction.ts'
import { linkTo } from '../config/base-url.ts'
import type { Env } from '../config/env.ts'
import { toKysely, type Queries } from '../database/database.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { appendToPendingMail, countNotice, type NoticeContext } from '../outbox/notice-limits.ts'
import type { Services } from '../services.ts'
import { NOTIFIED_EVENTS } from '../vocabulary.ts'
import { addToDigest } from './digest.ts'
import {
  EVENT_TEXTS,
  toNotificationLine,
  PREFERENCES_PATH,
  withUnsubscribeLink,
} from './notification-text.ts'
import { findRecipients, type Recipient } from './recipients.ts'
import { readEventsAfter } from './stored-events.ts'

const CURSOR_NAME = 'notifications'
/** A small number, so that the transaction is short. */
const BATCH = 100

/** The events that cause notifications; an edit notifies only the people whom it mentions. */
const NOTIFYING_KINDS = new Set<string>([...NOTIFIED_EVENTS, 'comment.edited'])

/**
 * Notifies users about comments from the stored events: at once, or by a line of the next daily mail. The cursor is stored
 * in the transaction of the mails, so each event is processed exactly once. A background task.
 */
export function notifyPeople(
  services: Pick<Services, 'database' | 'env' | 'clock' | 'throttle'>,
  signal: AbortSignal,
): Promise<void> {
  return services.throttle.runBatches(async () => (await notifyBatch(services)) === BATCH, signal)
}

async function notifyBatch({
  database,
  env,
  clock,
}: Pick<Services, 'database' | 'env' | 'clock'>): Promise<number> {
  const now = clock()
  if (!(await hasNewEvents(database.queries))) return 0
  return runInTransaction(database, createSystemOrigin(now), async (em) => {
    const db = toKysely(em)
    await sql`insert into event_cursors (name) values (${CURSOR_NAME}) on conflict do nothing`.execute(db)
    const { rows } = await sql<{ id: number }>`
      select event_id as id from event_cursors where name = ${CURSOR_NAME} for update skip locked`.execute(db)
    const [cursor] = rows
    if (!cursor) return 0
    const events = await readEventsAfter(db, cursor.id, BATCH)
    const last = events.at(-1)
    if (!last) return 0
    const notifying = events.filter(({ kind }) => NOTIFYING_KINDS.has(kind))
    const recipients = notifying.length === 0 ? [] : await findRecipients(db, notifying)
    const atOnce = recipients.filter(({ delivery }) => delivery === 'now')
    for (const [, lines] of Map.groupBy(atOnce, ({ user_id }) => user_id)) {
      await mailAtOnce({ em, db, env, now }, lines)
    }
    await addToDigest(
      db,
      env,
      recipients.filter(({ delivery }) => delivery === 'daily'),
      now,
    )
    await em.nativeUpdate(EventCursor, { name: CURSOR_NAME }, { eventId: last.id })
    return events.length
  })
}

/** Checked first, so that an idle service writes nothing. */
async function hasNewEvents(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select event_id as id from event_cursors where name = ${CURSOR_NAME}`.execute(db)
  return (await readEventsAfter(db, rows[0]?.id ?? 0, 1)).length > 0
}

/** Sends a mail; above the hourly limit, the lines are added to one pending mail. */
async function mailAtOnce(context: NoticeContext, lines: Recipient[]): Promise<void> {
  const { em, env, now } = context
  const [first] = lines
  if (!first) return
  const attempt = env.rateLimits.enabled
    ? await countNotice(context, 'notice_now', String(first.user_id))
    : null
  if (attempt === null || attempt.allowed) return enqueueMail(em, toMail(env, first.email, lines), now)
  const key = `now:${first.user_id}`
  for (const line of lines) {
    const text = toNotificationLine(env, line)
    await appendToPendingMail(context, key, first.email, text, attempt.resetAt, linkTo(env, PREFERENCES_PATH))
  }
}

function toMail(env: Env, recipient: string, lines: Recipient[]) {
  const [first] = lines
  const subject =
    lines.length === 1 && first
      ? `${first.label}: ${EVENT_TEXTS[first.kind]}`
      : `${lines.length} changes to comments`
  return withUnsubscribeLink(env, {
    to: recipient,
    subject,
    text: lines.map((line) => toNotificationLine(env, line)).join('\n'),
  })
}
