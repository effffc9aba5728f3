import { sql } from 'kysely'
import type { Delivery } from '../../entities/notification-preference.ts'
import { linkTo } from '../config/base-url.ts'
import type { Env } from '../config/env.ts'
import type { Em, Queries } from '../database/database.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { shortenName } from '../outbox/names.ts'
import { deliverySql, canRead } from './notification-rules.ts'
import { withUnsubscribeLink } from './notification-text.ts'

const EVENT = 'comment.period'

/** A change of the comment phase of a component. */
export interface PeriodNotice {
  componentId: number
  projectId: number
  name: string
  /** Such as "open for comments from 2026-12-01 00:00:00 UTC on". */
  news: string
}

interface Recipient {
  user_id: number
  email: string
  delivery: Exclude<Delivery, 'never'>
}

/**
 * Notifies members and commenters of a component about its comment period, at once or by the daily mail, as they chose
 * (rules C-40 and R-53).
 */
export async function notifyOfCommentPeriod(
  { em, db, env, now }: { em: Em; db: Queries; env: Env; now: Date },
  { componentId, projectId, name, news }: PeriodNotice,
): Promise<void> {
  const line = `${shortenName(name)}: ${news} ${linkTo(env, `/components/${componentId}`)}`
  const recipients = await findRecipients(db, { componentId, projectId })
  for (const { email, delivery } of recipients) {
    if (delivery !== 'now') continue
    enqueueMail(
      em,
      withUnsubscribeLink(env, { to: email, subject: `${shortenName(name)}: comment period`, text: line }),
      now,
    )
  }
  const daily = recipients.flatMap(({ user_id: id, delivery }) => (delivery === 'daily' ? [id] : []))
  if (daily.length === 0) return
  await sql`insert into digest_items (user_id, project_id, component_id, event, line, created_at)
    select id, ${projectId}::integer, ${componentId}::integer, ${EVENT}, ${line}, ${now}::timestamptz
    from unnest(${sql.val(daily)}::integer[]) id`.execute(db)
}

/** Finds the members of project and component, and the commenters who can still read it. */
async function findRecipients(
  db: Queries,
  { componentId, projectId }: Pick<PeriodNotice, 'componentId' | 'projectId'>,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    with target as (select ${projectId}::integer as project_id, ${componentId}::integer as component_id, ${EVENT}::text as event),
    people as (
      select user_id from memberships where project_id = ${projectId} or component_id = ${componentId}
      union select user_id from reviews where component_id = ${componentId} and action = 'comment' and user_id is not null),
    recipients as (
      select u.id as user_id, u.email, ${deliverySql('u', 'target.project_id', 'target.event')} as delivery
      from people p join users u on u.id = p.user_id cross join target where ${canRead('u', 'target')})
    select * from recipients where delivery <> 'never' order by user_id`.execute(db)
  return rows
}
