import { sql } from 'kysely'
import { EventCursor } from '../../entities/event-cursor.ts'
import type { Services } from '../context.ts'
import { kysely, type Reader } from '../database.ts'
import type { Env } from '../env.ts'
import { linkTo } from '../http/base-url.ts'
import { enqueueMail, type Mail } from '../outbox/enqueue.ts'
import { oneLine } from '../outbox/membership-notices.ts'
import { inTransaction } from '../transaction.ts'
import { NOTIFIED_EVENTS } from '../vocabulary.ts'
import { recipientsOf, type Recipient } from './recipients.ts'
import { eventsAfter } from './stored.ts'

const NAME = 'notifications'
const BATCH = 500
/** Daily mails go out at the first run after this hour, UTC. */
const DIGEST_HOUR = 6
const READERS = 200

/** The events that somebody may hear of; an edit only tells those whom it names. */
const TOLD = new Set<string>([...NOTIFIED_EVENTS, 'comment.edited'])

const DEEDS: Record<Recipient['kind'], string> = {
  'comment.mentioned': 'you were mentioned',
  'comment.created': 'new comment',
  'comment.replied': 'new reply',
  'comment.triaged': 'decided',
  'comment.adjudicated': 'closed',
  'comment.reopened': 're-opened',
  'comment.withdrawn': 'withdrawn',
  'comment.merged': 'merged',
  'comment.moved': 'moved',
  'reaction.changed': 'reaction',
}

/**
 * Tells people what happened to comments, from the stored events: at once, or as lines of their next daily mail. How
 * far it came is stored with what it wrote, so that nothing is told twice or never. A background task.
 */
export async function notifyPeople(services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await notifyBatch(services)) === BATCH);
}

async function notifyBatch({ database, env, clock }: Services): Promise<number> {
  const now = clock()
  if (!(await hasNews(database.reader))) return 0
  return inTransaction(database, { actor: null, requestId: null, address: null, now }, async (em) => {
    const db = kysely(em)
    await sql`insert into event_cursors (name) values (${NAME}) on conflict do nothing`.execute(db)
    const { rows } = await sql<{ id: number }>`
      select event_id as id from event_cursors where name = ${NAME} for update skip locked`.execute(db)
    const [place] = rows
    if (!place) return 0
    const events = await eventsAfter(db, place.id, BATCH)
    const last = events.at(-1)
    if (!last) return 0
    const known = events.filter(({ kind }) => TOLD.has(kind))
    const recipients = known.length === 0 ? [] : await recipientsOf(db, known)
    const atOnce = recipients.filter(({ delivery }) => delivery === 'now')
    for (const [, lines] of Map.groupBy(atOnce, ({ user_id }) => user_id)) {
      const [first] = lines
      if (first) enqueueMail(em, mailOf(env, first.email, lines), now)
    }
    await keepForDigest(
      db,
      env,
      recipients.filter(({ delivery }) => delivery === 'daily'),
      now,
    )
    await em.nativeUpdate(EventCursor, { name: NAME }, { eventId: last.id })
    return events.length
  })
}

/** Asked first, so that an idle service writes nothing. */
async function hasNews(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select event_id as id from event_cursors where name = ${NAME}`.execute(db)
  return (await eventsAfter(db, rows[0]?.id ?? 0, 1)).length > 0
}

function lineOf(env: Env, { kind, label, triage_status, actor_name, review_id }: Recipient): string {
  const decided = kind === 'comment.triaged' && triage_status !== 'pending' ? triage_status : null
  const status = decided ? ` as ${decided.replaceAll('_', ' ')}` : ''
  const by = actor_name ? ` by ${oneLine(actor_name)}` : ''
  return `${label}: ${DEEDS[kind]}${status}${by} ${linkTo(env, `/reviews/${review_id}`)}`
}

function mailOf(env: Env, to: string, lines: Recipient[]) {
  const [first] = lines
  const subject =
    lines.length === 1 && first
      ? `${first.label}: ${DEEDS[first.kind]}`
      : `${lines.length} changes to comments`
  return withWayOut(env, { to, subject, text: lines.map((line) => lineOf(env, line)).join('\n') })
}

/** Every mail says where to choose what one hears of, or to stop it (comments 7). */
function withWayOut(env: Env, mail: Mail): Mail {
  const unsubscribe = linkTo(env, '/users/notification_preferences')
  return {
    ...mail,
    unsubscribe,
    text: `${mail.text}\n\nChoose what you hear of, or stop it: ${unsubscribe}\n`,
  }
}

async function keepForDigest(db: Reader, env: Env, recipients: Recipient[], now: Date): Promise<void> {
  if (recipients.length === 0) return
  const rows = recipients.map((recipient) => ({
    user_id: recipient.user_id,
    project_id: recipient.project_id,
    line: lineOf(env, recipient),
  }))
  await sql`
    insert into digest_items (user_id, project_id, line, created_at)
    select user_id, project_id, line, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(user_id int, project_id int, line text)`.execute(
    db,
  )
}

/**
 * Sends the daily mails that are due: one per person, with everything since the last one that is in projects where the
 * person still is. A background task.
 */
export async function sendDigests(services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await sendBatch(services)) === READERS);
}

function sendBatch({ database, env, clock }: Services): Promise<number> {
  const now = clock()
  const due = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), DIGEST_HOUR))
  if (now < due) return Promise.resolve(0)
  return inTransaction(database, { actor: null, requestId: null, address: null, now }, async (em) => {
    const { rows } = await sql<{ email: string; lines: [string, string][] | null }>`
      with readers as (
        select distinct user_id from digest_items where created_at < ${due} order by user_id limit ${READERS}
      ), sent as (
        delete from digest_items d using readers where d.user_id = readers.user_id and d.created_at < ${due}
        returning d.id, d.user_id, d.project_id, d.line
      )
      select u.email, json_agg(json_build_array(p.name, sent.line) order by p.name, sent.id)
        filter (where u.lock_reason is distinct from 'admin' and (u.admin or exists (
          select from memberships m left join components c on c.id = m.component_id
          where m.user_id = u.id and p.id in (m.project_id, c.project_id)))) as lines
      from sent join users u on u.id = sent.user_id join projects p on p.id = sent.project_id
      group by u.id, u.email order by u.id`.execute(kysely(em))
    for (const { email, lines } of rows) {
      if (lines) enqueueMail(em, digestOf(env, email, lines), now)
    }
    return rows.length
  })
}

function digestOf(env: Env, to: string, lines: [string, string][]): Mail {
  const text = lines.map(([project, line]) => `${oneLine(project)}: ${line}`).join('\n')
  return withWayOut(env, { to, subject: `Comments: ${lines.length} changes`, text })
}
