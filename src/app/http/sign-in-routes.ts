import type { Context, Hono } from 'hono'
import { rejectOtherMethods, respondWithError } from '../../../openapi/rest.ts'
import { auditOutOfBand, type AuditedRequest } from '../../audit/out-of-band.ts'
import type { BrowserRequest } from '../../auth/external/browser.ts'
import { completeSignIn } from '../../auth/external/complete-sign-in.ts'
import type { ExternalPerson } from '../../auth/external/external-person.ts'
import { finishGithub, startGithub } from '../../auth/external/github.ts'
import { signInToDirectory } from '../../auth/external/ldap.ts'
import { finishOidc, startOidc } from '../../auth/external/oidc.ts'
import { SignInError } from '../../auth/external/sign-in-error.ts'
import type { Env } from '../../config/env.ts'
import { WEB_ROOT } from '../../config/web-root.ts'
import { DomainError, notFoundError } from '../../errors.ts'
import { createBodySource } from '../../http/body/body-source.ts'
import { collectBody } from '../../http/body/read-body.ts'
import { toAddressKey } from '../../http/concurrency/request-slot.ts'
import { refundOnError, refund } from '../../http/rate-limits/limiter.ts'
import { toNetwork } from '../../lib/client-address.ts'
import { isRecord } from '../../lib/json-values.ts'
import { digestHex } from '../../lib/secrets.ts'
import type { RequestContext, RequestPart } from '../../request-context.ts'

const FORM_LIMIT = 16 * 1024

/** The parts of a request that a sign-in at a provider or directory needs. */
type SignInRequest = BrowserRequest & RequestPart<'limiter'>

type Handler = (c: Context, ctx: SignInRequest) => Promise<URL | string>

/**
 * Mounts the routes of external sign-ins: start, callback, and the page after signing out. All redirect to the web
 * application; a rejected sign-in adds `?sign_in_error=<code>` (rule A-56).
 */
export function mountSignIn(
  app: Hono,
  getContext: (c: Context) => RequestContext,
  assertSameSite: (c: Context) => void,
): void {
  const withRedirect = (handler: Handler) => async (c: Context) => {
    const ctx = getContext(c)
    try {
      assertSameSite(c)
      await ctx.slot?.acquire(toAddressKey(ctx.request.address))
      return redirect(ctx, await handler(c, ctx))
    } catch (error) {
      if (error instanceof SignInError) return redirectWithError(c, ctx, error)
      if (error instanceof DomainError && error.kind === 'throttled') {
        return redirectWithError(c, ctx, new SignInError('rate_limited'))
      }
      return respondWithError(c, ctx, error)
    }
  }
  app.get(
    '/users/signed_out',
    withRedirect(() => Promise.resolve(WEB_ROOT)),
  )
  app.post('/users/auth/:provider', withRedirect(start))
  app.get('/users/auth/:provider/callback', withRedirect(signInFromProvider))
  app.post('/users/auth/ldap/callback', withRedirect(signInFromDirectory))
  app.all('/users/signed_out', rejectOtherMethods(['GET'], getContext))
  app.all('/users/auth/:provider', rejectOtherMethods(['POST'], getContext))
  app.all('/users/auth/:provider/callback', rejectOtherMethods(['GET', 'POST'], getContext))
}

/** Redirects the browser to its provider. A directory has no sign-in page, so its form may be posted here as well. */
async function start(c: Context, ctx: SignInRequest): Promise<URL | string> {
  const { oidc, github, ldap } = ctx.services.env
  const name = c.req.param('provider')
  if (name === 'ldap' && ldap) return signInFromDirectory(c, ctx)
  await ctx.services.limiter.take('sign_in_start', ctx.request.address ?? 'unknown', ctx.reply)
  if (name === 'github' && github) return startGithub(ctx, github)
  const provider = oidc.find(({ key }) => key === name)
  if (!provider) throw notFoundError()
  return startOidc(ctx, provider)
}

async function signInFromProvider(c: Context, ctx: SignInRequest): Promise<string> {
  const { oidc, github } = ctx.services.env
  const { search } = new URL(c.req.url)
  const name = c.req.param('provider')
  if (name === 'github' && github) return finishSignIn(ctx, await finishGithub(ctx, github, search), null)
  const provider = oidc.find(({ key }) => key === name)
  if (!provider) throw notFoundError()
  const { person, idToken } = await finishOidc(ctx, provider, search)
  return finishSignIn(ctx, person, idToken)
}

/** Signs in with the directory form. Failures are limited like password failures (rule A-67). */
async function signInFromDirectory(c: Context, ctx: SignInRequest): Promise<string> {
  const { env, limiter } = ctx.services
  const directory = env.ldap
  if (!directory) throw notFoundError()
  const { username, password } = await readForm(c, env)
  const name = typeof username === 'string' ? username.trim() : ''
  const refunds = [await limiter.take('login_address', ctx.request.address ?? 'unknown', ctx.reply)]
  const attempt = async () => {
    refunds.push(await limiter.take('login_account', digestHex(`ldap:${name.toLowerCase()}`), ctx.reply))
    return signInToDirectory(directory, name, typeof password === 'string' ? password : '')
  }
  const person = await refundOnError(refunds, attempt, (error) => error instanceof SignInError)
  await refund(refunds)
  return finishSignIn(ctx, person, null)
}

async function finishSignIn(
  ctx: BrowserRequest,
  person: ExternalPerson,
  idToken: string | null,
): Promise<string> {
  const outcome = await completeSignIn(ctx, person, idToken)
  if (outcome === 'link_pending') return `${WEB_ROOT}?link_pending=true`
  return outcome === 'linked' ? `${WEB_ROOT}?linked=true` : WEB_ROOT
}

async function readForm(c: Context, { bodies }: Env): Promise<Record<string, unknown>> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const bounds = { limit: FORM_LIMIT, withinMs: bodies.timeoutMs, minRate: bodies.minRate }
  const text = new TextDecoder().decode(await collectBody(createBodySource(c), bounds))
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  if (type !== 'application/json') {
    throw new DomainError('media_type', 'unsupported_media_type', 'Send a form or JSON.')
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Handled below, like any other body that is not an object.
  }
  throw new DomainError('malformed', 'malformed_request', 'The body must be a JSON object.')
}

/** The most audit entries of rejected sign-ins per address and minute. */
const AUDITED_PER_MINUTE = 10

async function redirectWithError(
  c: Context,
  ctx: AuditedRequest & RequestPart<'log', 'reply'>,
  { code, cause }: SignInError,
): Promise<Response> {
  const { log } = ctx.services
  log.warn({ reason: code, err: cause, request_id: ctx.request.id }, 'external sign-in rejected')
  const method = c.req.path.endsWith('/ldap/callback') ? 'ldap' : (c.req.param('provider') ?? null)
  const entry = { action: 'sign_in_refused', auditableType: 'Session', auditableId: null }
  const throttle = { key: `sign-in-refused:${toNetwork(ctx.request.address)}`, perMinute: AUDITED_PER_MINUTE }
  await auditOutOfBand(ctx, { ...entry, changes: { method, reason: code } }, [throttle]).catch(
    (error: unknown) =>
      log.warn({ err: error, request_id: ctx.request.id }, 'a rejected sign-in was not audited'),
  )
  return redirect(ctx, `${WEB_ROOT}?sign_in_error=${code}`)
}

function redirect(ctx: Pick<RequestContext, 'reply'>, location: URL | string): Response {
  const { headers, cookies } = ctx.reply
  ctx.reply.applied = true
  return new Response(null, {
    status: 302,
    headers: [
      ...Object.entries({ ...headers, location: String(location), 'cache-control': 'no-store' }),
      ...cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
    ],
  })
}
