import type { Reply } from '../../http/reply.ts'
import type { RequestContext } from '../../request-context.ts'
import type { Consent } from './consent-mark.ts'

/** The client of a sign-in. */
export interface SignInClient {
  address: string | null
  userAgent: string | null
  /** The secret of the session cookie in the request. */
  secret: string | null
  /** Consent of a browser without a session. */
  consent: Consent | null
}

/** Returns the client of a request, for a sign-in. */
export function toSignInClient({
  request,
  credential,
  consent,
}: Pick<RequestContext, 'request' | 'credential' | 'consent'>): SignInClient {
  return {
    address: request.address,
    userAgent: request.userAgent,
    secret: credential.kind === 'session' ? credential.secret : null,
    consent: consent ?? null,
  }
}

/** Adds the cookies of a sign-in to the response, which must not be cached. */
export function setSignInCookies(reply: Reply, cookies: string[]): void {
  reply.cookies.push(...cookies)
  reply.headers['cache-control'] = 'no-store'
}
