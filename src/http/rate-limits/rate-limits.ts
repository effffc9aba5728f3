import type { Env } from '../../config/env.ts'
import type { Rate } from '../../config/values.ts'

/** The subject of a limit: client address, account id, submitted email (trimmed, lower-cased) or token. */
export type RateKey = 'address' | 'account' | 'email' | 'token'

export interface RateLimit extends Rate {
  rateKey: RateKey
  /** `failures`: only failed attempts count; a success is refunded (rule A-68). */
  counts: 'requests' | 'failures'
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Every limit by name; limits without a setting have the figure of rule A-67. */
export function createRateLimits(figures: Env['rateLimits']) {
  return {
    login_address: createFailureLimit('address', figures.login),
    login_account: createFailureLimit('email', { limit: 10, windowMs: MINUTE }),
    upload: createRequestLimit('account', figures.upload),
    comment_minute: createRequestLimit('account', figures.commentMinute),
    comment_hour: createRequestLimit('account', figures.commentHour),
    reaction_write: createRequestLimit('account', figures.reactionWrite),
    reaction_read: createRequestLimit('account', figures.reactionRead),
    review_write: createRequestLimit('account', figures.reviewWrite),
    write: createRequestLimit('account', figures.write),
    token: createRequestLimit('token', figures.token),
    unknown_token: createFailureLimit('address', { limit: 20, windowMs: MINUTE }),
    mail_email: createRequestLimit('email', figures.mail),
    /** Mails caused by changes of the account's own address, to any recipient (rule A-94). */
    mail_account: createRequestLimit('account', figures.mail),
    mail_address: createRequestLimit('address', { limit: 100, windowMs: HOUR }),
    registration: createRequestLimit('address', { limit: 60, windowMs: HOUR }),
    reset_probe: createRequestLimit('address', { limit: 60, windowMs: MINUTE }),
    /** Confirmation and unlock links, consents, and provider sign-ins by anonymous browsers. */
    link_probe: createRequestLimit('address', { limit: 60, windowMs: MINUTE }),
    consent: createRequestLimit('address', { limit: 60, windowMs: MINUTE }),
    sign_in_start: createRequestLimit('address', { limit: 60, windowMs: MINUTE }),
    sign_in: createRequestLimit('account', figures.signIn),
    user_search: createRequestLimit('account', figures.userSearch),
    notice: createRequestLimit('account', figures.notice),
    notice_sender: createRequestLimit('account', figures.noticeSender),
    notice_chat: createRequestLimit('account', { limit: 60, windowMs: HOUR }),
    notice_now: createRequestLimit('account', { limit: 20, windowMs: HOUR }),
  } satisfies Record<string, RateLimit>
}

export type RateName = keyof ReturnType<typeof createRateLimits>

/** Returns the stored key of one counter. The caller normalizes addresses, emails and tokens. */
export function toCounterKey(name: RateName, subject: string): string {
  return `${name}:${subject}`
}

function createRequestLimit(rateKey: RateKey, { limit, windowMs }: Rate): RateLimit {
  return { limit, windowMs, rateKey, counts: 'requests' }
}

function createFailureLimit(rateKey: RateKey, { limit, windowMs }: Rate): RateLimit {
  return { limit, windowMs, rateKey, counts: 'failures' }
}
