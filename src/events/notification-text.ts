import { linkTo } from '../config/base-url.ts'
import type { Env } from '../config/env.ts'
import type { Mail } from '../outbox/enqueue.ts'
import { shortenName } from '../outbox/names.ts'
import type { Recipient } from './recipients.ts'

/** Describes each kind of event. */
export const EVENT_TEXTS: Record<Recipient['kind'], string> = {
  'comment.mentioned': 'you were mentioned',
  'comment.created': 'new comment',
  'comment.replied': 'new reply',
  'comment.triaged': 'decided',
  'comment.adjudicated': 'closed',
  'comment.reopened': 'reopened',
  'comment.withdrawn': 'withdrawn',
  'comment.merged': 'merged',
  'comment.moved': 'moved',
  'reaction.changed': 'reaction',
  'comment.period': 'comment period',
}

/** Formats an event as one line of a mail. */
export function toNotificationLine(
  env: Env,
  { kind, label, triage_status, actor_name, review_id }: Recipient,
): string {
  const decided = kind === 'comment.triaged' && triage_status !== 'pending' ? triage_status : null
  const status = decided ? ` as ${decided.replaceAll('_', ' ')}` : ''
  const byline = actor_name ? ` by ${shortenName(actor_name)}` : ''
  return `${label}: ${EVENT_TEXTS[kind]}${status}${byline} ${linkTo(env, `/reviews/${review_id}`)}`
}

/** The path of the notification settings. */
export const PREFERENCES_PATH = '/users/notification_preferences'

/** Adds the link to change or stop notifications, which every mail has (rule R-53). */
export function withUnsubscribeLink(env: Env, mail: Mail): Mail {
  const unsubscribe = linkTo(env, PREFERENCES_PATH)
  return {
    ...mail,
    unsubscribe,
    text: `${mail.text}\n\nChange or stop these notifications: ${unsubscribe}\n`,
  }
}
