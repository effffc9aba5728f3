import { sql } from 'kysely'
import { isMemberSql } from '../../src/auth/access/membership-sql.ts'
import { getBaseUrl, linkTo } from '../../src/config/base-url.ts'
import type { Queries } from '../../src/database/database.ts'
import { displayedNameSql } from '../../src/database/requirement-name.ts'
import { toOneLine, shortenName } from '../../src/outbox/names.ts'
import { enqueueLimitedChat, enqueueLimitedMail, type NoticeContext } from '../../src/outbox/notice-limits.ts'
import type { ReviewAction } from '../../src/vocabulary.ts'

/** Review steps with a notification (rule R-44); locking and unlocking have none. */
const NOTICES = {
  request_review: { verb: 'requested a review of', title: 'Review requested', icon: 'announcement' },
  approve: { verb: 'approved', title: 'Review approved', icon: 'ok' },
  request_changes: { verb: 'requested changes to', title: 'Changes requested', icon: 'cross' },
  revoke_review_request: {
    verb: 'revoked the review request on',
    title: 'Review request revoked',
    icon: 'cross',
  },
} as const

export interface ReviewNotice {
  action: Exclude<ReviewAction, 'comment'>
  ruleId: number
  text: string
  actor: { id: number; name: string; email: string }
  /** The user who had requested the review before this step, notified unless they left; null for a request. */
  requestorId: number | null
}

/**
 * Adds emails and chat messages about a review step to the outbox; recipients depend only on the requirement
 * (rule R-44).
 */
export async function notifyOfReviewStep(outgoing: NoticeContext, notice: ReviewNotice): Promise<void> {
  if (!(notice.action in NOTICES)) return
  const { verb, title, icon } = NOTICES[notice.action as keyof typeof NOTICES]
  const location = await readLocation(outgoing.db, notice)
  if (!location) return
  const { label, requestor } = location
  const link = linkTo(outgoing.env, `/components/${location.component_id}/${label}`)
  const mail = {
    subject: toOneLine(`${title}: ${label}`),
    text: `${shortenName(notice.actor.name)} ${verb} ${label}${formatReviewerNames(location)}.\n\n> ${quoteLines(notice.text)}\n\n${link}\n`,
  }
  const admins = location.admins.map(({ email }) => email)
  const reviewers = location.reviewers.map(({ email }) => email)
  const requested = admins.length + reviewers.length > 0 ? [...reviewers, ...admins, notice.actor.email] : []
  const informed = requestor ? [requestor.email, ...admins] : admins
  const [to, ...cc] = new Set(notice.action === 'request_review' ? requested : informed)
  if (to) await enqueueLimitedMail(outgoing, notice.actor, { ...mail, to, cc }, `${mail.subject}: ${link}`)
  await enqueueLimitedChat(outgoing, notice.actor, {
    icon,
    title,
    fields: {
      Project: shortenName(location.project_name),
      Component: shortenName(location.component_name),
      Requirement: `${label} (${link})`,
      ...(location.reviewers.length > 0
        ? { Reviewers: location.reviewers.map(({ name }) => shortenName(name)).join(', ') }
        : {}),
      By: `${shortenName(notice.actor.name)} (${notice.actor.email})`,
      Comment: quoteLines(notice.text),
      Application: getBaseUrl(outgoing.env),
    },
    channels: [location.channel, requestor?.slack].filter((channel) => channel != null),
  })
}

/** Formats the requested reviewers for the end of the sentence. */
function formatReviewerNames({ reviewers }: ReviewLocation): string {
  if (reviewers.length === 0) return ''
  return ` from ${reviewers.map(({ name }) => shortenName(name)).join(', ')}`
}

/** Quotes every line of a comment, so that it can't imitate lines of the message. */
function quoteLines(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, '\n> ')
}

interface ReviewLocation {
  component_id: number
  component_name: string
  project_name: string
  label: string
  channel: string | null
  admins: { email: string }[]
  /** Requested reviewers; empty for other steps. */
  reviewers: { email: string; name: string }[]
  requestor: { email: string; slack: string | null } | null
}

async function readLocation(
  db: Queries,
  { ruleId, requestorId }: ReviewNotice,
): Promise<ReviewLocation | undefined> {
  const columns = { project: sql.ref('p.id'), component: sql.ref('c.id') }
  const requestorIn = isMemberSql({ user: sql.ref('u.id'), ...columns })
  const { rows } = await sql<ReviewLocation>`
    select c.id as component_id, c.name as component_name, p.name as project_name,
      ${displayedNameSql()} as label,
      nullif(btrim(coalesce(c.metadata ->> 'Slack Channel ID', p.metadata ->> 'Slack Channel ID', '')), '') as channel,
      coalesce((select json_agg(distinct jsonb_build_object('email', u.email))
        from memberships m join users u on u.id = m.user_id
        where m.role = 'admin' and (m.project_id = p.id or m.component_id = c.id)), '[]') as admins,
      coalesce((select json_agg(json_build_object('email', u.email, 'name', u.name) order by u.name, u.id)
        from requested_reviewers n join users u on u.id = n.user_id where n.rule_id = r.id), '[]') as reviewers,
      (select json_build_object('email', u.email, 'slack', u.slack_user_id)
        from users u where u.id = ${requestorId} and (u.admin or ${requestorIn})) as requestor
    from rules r join components c on c.id = r.component_id join projects p on p.id = c.project_id
    where r.id = ${ruleId}`.execute(db)
  return rows[0]
}
