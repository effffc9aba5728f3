import { sql } from 'kysely'
import { createSystemOrigin } from '../audit/origin.ts'
import { runInTransaction } from '../audit/transaction.ts'
import type { Env } from '../config/env.ts'
import { toKysely, type Queries } from '../database/database.ts'
import { formatCount } from '../lib/format-count.ts'
import { enqueueMail, type Mail } from '../outbox/enqueue.ts'
import { shortenName } from '../outbox/names.ts'
import type { Services } from '../services.ts'
import { deliverySql, canRead } from './notification-rules.ts'
import { toNotificationLine, withUnsubscribeLink } from './notification-text.ts'
import type { Recipient } from './recipients.ts'

/** Daily mails are sent by the first run after this hour, UTC. */
const DIGEST_HOUR = 6
/** A small number, so that the transaction is short. */
const READERS = 50

/** Adds lines to the next daily mails of their recipients. A line that a mail already has is added once. */
export async function addToDigest(db: Queries, env: Env, recipients: Recipient[], now: Date): Promise<void> {
  if (recipients.length === 0) return
  const rows = recipients.map((recipient) => ({
    user_id: recipient.user_id,
    project_id: recipient.project_id,
    component_id: recipient.component_id,
    event: recipient.kind,
    line: toNotificationLine(env, recipient),
  }))
  await sql`
    insert into digest_items (user_id, project_id, component_id, event, line, created_at)
    select distinct on (n.user_id, n.line) n.user_id, n.project_id, n.component_id, n.event, n.line, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(user_id int, project_id int, component_id int, event text, line text)
    where not exists (select from digest_items d
      where d.user_id = n.user_id and md5(d.line) = md5(n.line) and d.line = n.line)`.execute(db)
}

/**
 * Sends the daily mails that are due: one per user, with the lines that the user can still read and has not opted out of
 * since. A background task.
 */
export function sendDigests(
  services: Pick<Services, 'database' | 'env' | 'clock' | 'throttle'>,
  signal: AbortSignal,
): Promise<void> {
  return services.throttle.runBatches(async () => (await sendBatch(services)) === READERS, signal)
}

function sendBatch({ database, env, clock }: Pick<Services, 'database' | 'env' | 'clock'>): Promise<number> {
  const now = clock()
  const due = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), DIGEST_HOUR))
  if (now < due) return Promise.resolve(0)
  return runInTransaction(database, createSystemOrigin(now), async (em) => {
    const { rows } = await sql<{ email: string; lines: [string, string][] | null }>`
      with readers as (
        select distinct user_id from digest_items where created_at < ${due} order by user_id limit ${READERS}
      ), sent as (
        delete from digest_items d using readers where d.user_id = readers.user_id and d.created_at < ${due}
        returning d.*
      )
      select u.email, json_agg(json_build_array(p.name, sent.line) order by p.name, sent.id)
        filter (where ${canRead('u', 'sent')} and ${deliverySql('u', 'sent.project_id', 'sent.event')} <> 'never') as lines
      from sent join users u on u.id = sent.user_id join projects p on p.id = sent.project_id
      group by u.id, u.email order by u.id`.execute(toKysely(em))
    for (const { email, lines } of rows) {
      if (lines) enqueueMail(em, toDigestMail(env, email, lines), now)
    }
    return rows.length
  })
}

function toDigestMail(env: Env, recipient: string, lines: [string, string][]): Mail {
  const text = lines.map(([project, line]) => `${shortenName(project)}: ${line}`).join('\n')
  return withUnsubscribeLink(env, {
    to: recipient,
    subject: `Comments: ${formatCount(lines.length, 'change', 'changes')}`,
    text,
  })
}
