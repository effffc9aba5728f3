import { Session, findSessionEnd, type ProviderFlow } from '../../../entities/session.ts'
import { runInTransaction } from '../../audit/transaction.ts'
import type { UnitOfWork } from '../../audit/unit-of-work.ts'
import type { Em } from '../../database/database.ts'
import { digestHex, createRandomToken } from '../../lib/secrets.ts'
import type { RequestPart } from '../../request-context.ts'
import { toOrigin } from '../origin.ts'
import { formatSessionCookie } from '../sessions/cookies.ts'
import { toSignInClient, type SignInClient } from '../sessions/sign-in-client.ts'

/** Lifetime of a started sign-in, a link intent and a pending link (rule A-50). */
export const FLOW_TTL_MS = 10 * 60_000

/** The parts of a request that sign-ins at providers need. */
export type BrowserRequest = RequestPart<
  'database' | 'env' | 'clock',
  'request' | 'credential' | 'consent' | 'reply'
>

/** Finds the active session of a browser, signed in or anonymous, by its cookie's secret. */
export async function findSessionBySecret(
  { em, env, now }: Pick<UnitOfWork, 'em' | 'env' | 'now'>,
  { secret }: Pick<SignInClient, 'secret'>,
): Promise<Session | null> {
  if (secret === null) return null
  const session = await em.findOne(Session, { digest: digestHex(secret) })
  return session && findSessionEnd(session, now, env.session.idleMs) === null ? session : null
}

/** Finds the active session of the requesting browser. */
export function findBrowserSession(em: Em, ctx: BrowserRequest): Promise<Session | null> {
  const { env, clock } = ctx.services
  return findSessionBySecret({ em, env, now: clock() }, toSignInClient(ctx))
}

/** Finds the browser's session, or creates an anonymous one and sets its cookie. */
export async function findOrCreateBrowserSession(em: Em, ctx: BrowserRequest): Promise<Session> {
  const existing = await findBrowserSession(em, ctx)
  if (existing) return existing
  const { env, clock } = ctx.services
  const secret = createRandomToken()
  const session = em.create(Session, {
    digest: digestHex(secret),
    absoluteExpiresAt: new Date(clock().getTime() + env.session.absoluteMs),
    lastSeenAt: clock(),
    ip: ctx.request.address,
    userAgent: ctx.request.userAgent,
    consentAt: ctx.consent?.at ?? null,
    consentVersion: ctx.consent?.version ?? null,
    createdAt: clock(),
  })
  ctx.reply.cookies.push(formatSessionCookie(env, secret))
  return session
}

/**
 * Stores the sign-in flow in the browser's session for the callback. Without `linking`, clears the link intent, so that
 * a later sign-in is not linked by mistake (rule A-50).
 */
export async function rememberFlow(
  ctx: BrowserRequest,
  flow: Omit<ProviderFlow, 'expiresAt'>,
  linking: boolean,
): Promise<void> {
  const expiresAt = new Date(ctx.services.clock().getTime() + FLOW_TTL_MS).toISOString()
  await runInTransaction(ctx.services.database, toOrigin(ctx, null), async (em) => {
    const session = await findOrCreateBrowserSession(em, ctx)
    session.providerFlow = { ...flow, expiresAt }
    if (!linking) session.linkIntent = null
  })
}

/** Removes the flow of a provider from the session, so that it is used once; null if there is none. */
export async function takeFlow(ctx: BrowserRequest, provider: string): Promise<ProviderFlow | null> {
  return runInTransaction(ctx.services.database, toOrigin(ctx, null), async (em) => {
    const session = await findBrowserSession(em, ctx)
    const flow = session?.providerFlow
    if (!session || !flow) return null
    session.providerFlow = null
    return flow.provider === provider && isUnexpired(flow, ctx) ? flow : null
  })
}

/** Whether a flow or link has not expired. */
export function isUnexpired({ expiresAt }: { expiresAt: string }, ctx: RequestPart<'clock'>): boolean {
  return Date.parse(expiresAt) > ctx.services.clock().getTime()
}
