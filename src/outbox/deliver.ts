import { sql } from 'kysely'
import { OUTBOX_KINDS, type OutboxKind } from '../../entities/outbox-message.ts'
import type { Services } from '../services.ts'
import { runInTrace } from '../telemetry/tracing/tracing.ts'
import { writeAccountMail } from './account-requests.ts'
import { createChatSender } from './chat.ts'
import { createMailSender, type SendMail } from './mail.ts'

const BATCH = 20
/** The lease of a claimed message; after it, another process retries. */
const LEASE = 60_000
const FIRST_PAUSE = 10_000
const MAX_PAUSE_MS = 3_600_000
const MAX_ATTEMPTS = 24

interface ClaimedMessage {
  id: number
  kind: OutboxKind
  payload: unknown
  attempts: number
}

/**
 * Delivers due mails and chat messages of committed transactions (rule A-75). A row is claimed by lease, sent outside
 * any transaction, then marked; failures are retried with exponential backoff for about a day. The lease is renewed
 * right before sending, because another process may have taken it.
 */
export async function deliverOutbox(
  services: Pick<Services, 'database' | 'env' | 'clock' | 'log' | 'throttle' | 'tracing'>,
  signal: AbortSignal,
  kinds: readonly OutboxKind[] = OUTBOX_KINDS,
): Promise<void> {
  const { throttle } = services
  const senders: Record<OutboxKind, SendMail> = {
    mail: createMailSender(services.env),
    chat: createChatSender(services.env),
    account: (_, payload) => writeAccountMail(services, payload),
  }
  for (let more = true; more && !signal.aborted;) {
    const rows = await throttle.runAtOnce(() => leaseDueMessages(services, kinds))
    // The account request became a mail, which is due at once.
    more = rows.length === BATCH || rows.some(({ kind }) => kind === 'account')
    for (const row of rows) {
      const isClaimed = await throttle.runSoon(() => renew(services, row), signal)
      if (signal.aborted) return
      if (isClaimed) {
        await deliver(services, row, () =>
          runInTrace(services.tracing, `deliver ${row.kind}`, () => senders[row.kind](row.id, row.payload), {
            attributes: { 'rulewright.message': row.id, 'rulewright.attempt': row.attempts },
          }),
        )
      }
    }
  }
}

/**
 * Leases the rows that are due to this process. A mail gets its globally unique id (the Message-ID) here, once: all
 * attempts use this id, so that the recipient's server recognizes a repetition.
 */
async function leaseDueMessages(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  kinds: readonly OutboxKind[],
): Promise<ClaimedMessage[]> {
  const now = clock()
  const leaseEnd = new Date(now.getTime() + LEASE).toISOString()
  const { rows } = await sql<ClaimedMessage>`
    update outbox_messages set attempts = attempts + 1, next_attempt_at = ${leaseEnd}::timestamptz, merge_key = null,
      payload = case kind when 'mail' then jsonb_build_object('message_id', gen_random_uuid()) || payload else payload end
    where id in (
      select id from outbox_messages
      where delivered_at is null and abandoned_at is null and next_attempt_at <= ${now.toISOString()}::timestamptz
        and kind = any (${sql.val([...kinds])}::text[])
      order by next_attempt_at, id limit ${BATCH} for update skip locked)
    returning id, kind, payload, attempts`.execute(database.queries)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Renews the lease of a claimed row; false if another process has claimed it. */
async function renew(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { id, attempts }: ClaimedMessage,
): Promise<boolean> {
  const leaseEnd = new Date(clock().getTime() + LEASE).toISOString()
  const { rows } = await sql`
    update outbox_messages set next_attempt_at = ${leaseEnd}::timestamptz
    where id = ${id} and attempts = ${attempts} and delivered_at is null returning id`.execute(
    database.queries,
  )
  return rows.length > 0
}

async function deliver(
  services: Pick<Services, 'database' | 'clock' | 'log' | 'throttle'>,
  row: ClaimedMessage,
  send: () => Promise<void>,
): Promise<void> {
  const { database, clock, log, throttle } = services
  try {
    await send()
  } catch (error) {
    await throttle.runAtOnce(() => postpone(services, row, error))
    return
  }
  // Delete the content: a delivered mail may contain a secret link, and a request an address without an account.
  await throttle.runAtOnce(() =>
    sql`update outbox_messages set delivered_at = ${clock().toISOString()}::timestamptz, last_error = null,
      payload = payload - '{text,email,held}'::text[] where id = ${row.id}`.execute(database.queries),
  )
  log.debug({ message: row.id, kind: row.kind }, 'delivered')
}

/** Stores errors of mail and chat servers in the log and the row; users never see them (rule A-75). */
async function postpone(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  row: ClaimedMessage,
  error: unknown,
): Promise<void> {
  const now = clock().getTime()
  const last = row.attempts >= MAX_ATTEMPTS
  log.warn({ err: error, message: row.id, kind: row.kind, attempts: row.attempts }, 'delivery failed')
  await database.queries
    .updateTable('outbox_messages')
    .set({
      last_error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
      next_attempt_at: new Date(now + pauseAfter(row.attempts)).toISOString(),
      abandoned_at: last ? new Date(now).toISOString() : null,
    })
    .where('id', '=', row.id)
    .execute()
}

/** Returns the milliseconds until the next attempt, doubling from ten seconds to an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE * 2 ** Math.min(attempts - 1, 20))
}
