import type { Env } from '../../config/env.ts'
import type { Rate } from '../../config/values.ts'

/** The subject of a limit: client address, account id, submitted email (trimmed, lower-cased) or token. */
export type RateKey = 'address' | 'account' | 'email' | 'token'

export interface RateLimit extends Rate {
  by: RateKey
  /** `failures`: only failed attempts count; a success is refunded (rule A-68). */
  counts: 'requests' | 'failures'
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Every limit by name; limits without a setting have the figure of rule A-67. */
export function rateLimits(figures: Env['rateLimits']) {
  return {
    login_address: failures('address', figures.login),
    login_account: failures('email', { limit: 10, windowMs: MINUTE }),
    upload: requests('account', figures.upload),
    comment_minute: requests('account', figures.commentMinute),
    comment_hour: requests('account', figures.commentHour),
    reaction_write: requests('account', figures.reactionWrite),
    reaction_read: requests('account', figures.reactionRead),
    review_write: requests('account', figures.reviewWrite),
    write: requests('account', figures.write),
    token: requests('token', figures.token),
    unknown_token: failures('address', { limit: 20, windowMs: MINUTE }),
    mail_email: requests('email', figures.mail),
    /** Mails caused by changes of the account's own address, to any recipient (rule A-94). */
    mail_account: requests('account', figures.mail),
    mail_address: requests('address', { limit: 100, windowMs: HOUR }),
    registration: requests('address', { limit: 60, windowMs: HOUR }),
    reset_probe: requests('address', { limit: 60, windowMs: MINUTE }),
    /** Confirmation and unlock links, consents, and provider sign-ins by anonymous browsers. */
    link_probe: requests('address', { limit: 60, windowMs: MINUTE }),
    consent: requests('address', { limit: 60, windowMs: MINUTE }),
    sign_in_start: requests('address', { limit: 60, windowMs: MINUTE }),
    sign_in: requests('account', figures.signIn),
    user_search: requests('account', figures.userSearch),
    notice: requests('account', figures.notice),
    notice_sender: requests('account', figures.noticeSender),
    notice_chat: requests('account', { limit: 60, windowMs: HOUR }),
    notice_now: requests('account', { limit: 20, windowMs: HOUR }),
  } satisfies Record<string, RateLimit>
}

export type RateName = keyof ReturnType<typeof rateLimits>

/** Returns the stored key of one counter. The caller normalizes addresses, emails and tokens. */
export function counterKey(name: RateName, by: string): string {
  return `${name}:${by}`
}

function requests(by: RateKey, { limit, windowMs }: Rate): RateLimit {
  return { limit, windowMs, by, counts: 'requests' }
}

function failures(by: RateKey, { limit, windowMs }: Rate): RateLimit {
  return { limit, windowMs, by, counts: 'failures' }
}
