import type { Context, Hono } from 'hono'
import { otherMethods, respondWithError } from '../../../openapi/rest.ts'
import { auditOutOfBand } from '../../audit/out-of-band.ts'
import { completeSignIn } from '../../auth/external/complete-sign-in.ts'
import type { ExternalPerson } from '../../auth/external/external-person.ts'
import { finishGithub, startGithub } from '../../auth/external/github.ts'
import { signInToDirectory } from '../../auth/external/ldap.ts'
import { finishOidc, startOidc } from '../../auth/external/oidc.ts'
import { SignInError } from '../../auth/external/sign-in-error.ts'
import type { Env } from '../../config/env.ts'
import { WEB_ROOT } from '../../config/web-root.ts'
import { DomainError, notFound } from '../../errors.ts'
import { bodySourceOf } from '../../http/body/body-source.ts'
import { collectBody } from '../../http/body/read-body.ts'
import { addressKey } from '../../http/concurrency/request-slot.ts'
import { countingFailures, refund } from '../../http/rate-limits/limiter.ts'
import { networkOf } from '../../lib/client-address.ts'
import { digestHex } from '../../lib/secrets.ts'
import { isRecord } from '../../lib/validation-error.ts'
import type { RequestContext } from '../../request-context.ts'

const FORM_LIMIT = 16 * 1024

type Handler = (c: Context, ctx: RequestContext) => Promise<URL | string>

/**
 * The browser's way through external sign-ins: start, callback, and the page after signing out. They answer redirects
 * to the web application whatever happens; a refusal arrives as `?sign_in_error=<code>` (rule A-56).
 */
export function mountSignIn(
  app: Hono,
  contextOf: (c: Context) => RequestContext,
  assertSameSite: (c: Context) => void,
): void {
  const redirecting = (handler: Handler) => async (c: Context) => {
    const ctx = contextOf(c)
    try {
      assertSameSite(c)
      await ctx.turn?.acquire(addressKey(ctx.request.address))
      return redirect(ctx, await handler(c, ctx))
    } catch (error) {
      if (error instanceof SignInError) return refused(c, ctx, error)
      if (error instanceof DomainError && error.kind === 'throttled') {
        return refused(c, ctx, new SignInError('rate_limited'))
      }
      return respondWithError(c, ctx, error)
    }
  }
  app.get(
    '/users/signed_out',
    redirecting(() => Promise.resolve(WEB_ROOT)),
  )
  app.post('/users/auth/:provider', redirecting(start))
  app.get('/users/auth/:provider/callback', redirecting(fromProvider))
  app.post('/users/auth/ldap/callback', redirecting(fromDirectory))
  app.all('/users/signed_out', otherMethods(['GET'], contextOf))
  app.all('/users/auth/:provider', otherMethods(['POST'], contextOf))
  app.all('/users/auth/:provider/callback', otherMethods(['GET', 'POST'], contextOf))
}

/** Sends the browser to its provider; a directory has no page of its own, its form may come here as well. */
async function start(c: Context, ctx: RequestContext): Promise<URL | string> {
  const { oidc, github, ldap } = ctx.services.env
  const name = c.req.param('provider')
  if (name === 'ldap' && ldap) return fromDirectory(c, ctx)
  await ctx.services.limiter.take('sign_in_start', ctx.request.address ?? 'unknown', ctx.reply)
  if (name === 'github' && github) return startGithub(ctx, github)
  const provider = oidc.find(({ key }) => key === name)
  if (!provider) throw notFound()
  return startOidc(ctx, provider)
}

async function fromProvider(c: Context, ctx: RequestContext): Promise<string> {
  const { oidc, github } = ctx.services.env
  const { search } = new URL(c.req.url)
  const name = c.req.param('provider')
  if (name === 'github' && github) return homeAfter(ctx, await finishGithub(ctx, github, search), null)
  const provider = oidc.find(({ key }) => key === name)
  if (!provider) throw notFound()
  const { person, idToken } = await finishOidc(ctx, provider, search)
  return homeAfter(ctx, person, idToken)
}

/** The form of the directory sign-in; its failures are limited like those of passwords (rule A-67). */
async function fromDirectory(c: Context, ctx: RequestContext): Promise<string> {
  const { env, limiter } = ctx.services
  const directory = env.ldap
  if (!directory) throw notFound()
  const { username, password } = await formOf(c, env)
  const name = typeof username === 'string' ? username.trim() : ''
  const taken = [await limiter.take('login_address', ctx.request.address ?? 'unknown', ctx.reply)]
  const attempt = async () => {
    taken.push(await limiter.take('login_account', digestHex(`ldap:${name.toLowerCase()}`), ctx.reply))
    return signInToDirectory(directory, name, typeof password === 'string' ? password : '')
  }
  const person = await countingFailures(taken, attempt, (error) => error instanceof SignInError)
  await refund(taken)
  return homeAfter(ctx, person, null)
}

async function homeAfter(
  ctx: RequestContext,
  person: ExternalPerson,
  idToken: string | null,
): Promise<string> {
  const outcome = await completeSignIn(ctx, person, idToken)
  if (outcome === 'link_pending') return `${WEB_ROOT}?link_pending=true`
  return outcome === 'linked' ? `${WEB_ROOT}?linked=true` : WEB_ROOT
}

async function formOf(c: Context, { bodies }: Env): Promise<Record<string, unknown>> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const bounds = { limit: FORM_LIMIT, withinMs: bodies.timeoutMs, leastRate: bodies.leastRate }
  const text = new TextDecoder().decode(await collectBody(bodySourceOf(c), bounds))
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  if (type !== 'application/json') {
    throw new DomainError('media_type', 'unsupported_media_type', 'Send a form or JSON.')
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Answered below, like any other body that is no object.
  }
  throw new DomainError('malformed', 'malformed_request', 'The body must be a JSON object.')
}

/** A refusal leaves a line in the log and an audit entry, at most so many a minute of one address. */
const KEPT_PER_MINUTE = 10

async function refused(c: Context, ctx: RequestContext, { code, cause }: SignInError): Promise<Response> {
  const { log } = ctx.services
  log.warn({ reason: code, err: cause, request_id: ctx.request.id }, 'external sign-in refused')
  const method = c.req.path.endsWith('/ldap/callback') ? 'ldap' : (c.req.param('provider') ?? null)
  const entry = { action: 'sign_in_refused', auditableType: 'Session', auditableId: null }
  const throttle = { key: `sign-in-refused:${networkOf(ctx.request.address)}`, perMinute: KEPT_PER_MINUTE }
  await auditOutOfBand(ctx, { ...entry, changes: { method, reason: code } }, [throttle]).catch(
    (error: unknown) =>
      log.warn({ err: error, request_id: ctx.request.id }, 'a refused sign-in was not audited'),
  )
  return redirect(ctx, `${WEB_ROOT}?sign_in_error=${code}`)
}

function redirect(ctx: RequestContext, to: URL | string): Response {
  const { headers, cookies } = ctx.reply
  ctx.reply.applied = true
  return new Response(null, {
    status: 302,
    headers: [
      ...Object.entries({ ...headers, location: String(to), 'cache-control': 'no-store' }),
      ...cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
    ],
  })
}
