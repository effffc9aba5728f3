import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Actor } from '../../audit/actor.ts'
import { authenticate } from '../../auth/authenticate.ts'
import { readTokenHeader } from '../../auth/authorization-header.ts'
import { parseConsentMark } from '../../auth/sessions/consent-mark.ts'
import { REMEMBER_COOKIE } from '../../auth/sessions/cookies.ts'
import { createRequestSlot } from '../../http/concurrency/request-slot.ts'
import { buildSecurityHeaders } from '../../http/security-headers.ts'
import { findClientAddress } from '../../lib/client-address.ts'
import type { OperationLookup, RequestContext, ScopeNeed } from '../../request-context.ts'
import type { Services } from '../../services.ts'

/**
 * Returns the context of an HTTP request, which is created once per request. A `Token` authorization header takes precedence; other
 * schemes are ignored, and the session cookie is used (rule A-38).
 */
export function getRequestContext(
  c: Context,
  services: Services,
  operations: OperationLookup,
): RequestContext {
  const existing: unknown = c.get('requestContext')
  if (isContext(existing)) return existing
  const { env } = services
  const getHeader = (name: string) => c.req.header(name)
  const raw = env.tokens.enabled ? readTokenHeader(getHeader('authorization')) : null
  const remembered = env.session.rememberMe ? getCookie(c, REMEMBER_COOKIE) : undefined
  const cookie = getCookie(c, env.service.sessionCookie)
  const consent = parseConsentMark(cookie)
  const secret = consent ? remembered : (cookie ?? remembered)
  const actors: Partial<Record<ScopeNeed, Promise<Actor>>> = {}
  const credential: RequestContext['credential'] =
    raw !== null ? { kind: 'token', raw } : secret ? { kind: 'session', secret } : { kind: 'none' }
  const id = randomUUID()
  const context: RequestContext = {
    services,
    request: {
      id,
      method: c.req.method,
      address: findClientAddress(readSocketAddress(c), getHeader('x-forwarded-for'), env.http.trustedProxies),
      userAgent: getHeader('user-agent')?.slice(0, 500) ?? null,
      header: getHeader,
    },
    credential,
    consent,
    reply: { headers: toHeaders(c, env, id, credential.kind !== 'none'), cookies: [], applied: false },
    authenticate: (need) => (actors[need] ??= authenticate(context, need)),
    slot: createRequestSlot(services.concurrency.requests),
    ...operations,
  }
  c.set('requestContext', context)
  return context
}

/** Mailed links and provider callbacks have secrets in their query. */
const SECRET_IN_URL = /[?&](\w*_token|code)=/

/** The security headers by their three flags: eight combinations. */
const DATA_HEADERS = new Map<string, Record<string, string>>()

/** Returns the headers of every response: security headers (rule A-71) and the request id. */
function toHeaders(
  c: Context,
  env: Services['env'],
  id: string,
  authenticated: boolean,
): Record<string, string> {
  const tokenInUrl = c.req.url.includes('?') && SECRET_IN_URL.test(c.req.url)
  const https = env.http.baseUrl?.startsWith('https:') ?? false
  const kind = `${https} ${authenticated} ${tokenInUrl}`
  let headers = DATA_HEADERS.get(kind)
  if (!headers) {
    headers = buildSecurityHeaders({ body: 'data', https, authenticated, tokenInUrl })
    DATA_HEADERS.set(kind, headers)
  }
  return { ...headers, 'x-request-id': id }
}

/** Returns the peer address of the connection; undefined if the application runs without a server. */
export function readSocketAddress(c: Context<{ Bindings: Partial<HttpBindings> }>): string | undefined {
  const bindings: Partial<HttpBindings> | undefined = c.env
  return bindings?.incoming?.socket.remoteAddress
}

function isContext(value: unknown): value is RequestContext {
  return typeof value === 'object' && value !== null && 'services' in value
}
