import type { Reply } from '../../http/reply.ts'
import type { RequestContext } from '../../request-context.ts'
import type { Consent } from './consent-mark.ts'

/** Anyone who is at the other end, as far as signing in asks: from where, with which program, with which cookie. */
export interface Visit {
  address: string | null
  userAgent: string | null
  /** The secret of the session cookie that came along. */
  secret: string | null
  /** What a browser without a session acknowledged. */
  consent: Consent | null
}

export function visitOf({
  request,
  credential,
  consent,
}: Pick<RequestContext, 'request' | 'credential' | 'consent'>): Visit {
  return {
    address: request.address,
    userAgent: request.userAgent,
    secret: credential.kind === 'session' ? credential.secret : null,
    consent: consent ?? null,
  }
}

/** Puts the cookies of a sign-in into the answer, which no one keeps. */
export function answerSignIn(reply: Reply, cookies: string[]): void {
  reply.cookies.push(...cookies)
  reply.headers['cache-control'] = 'no-store'
}
