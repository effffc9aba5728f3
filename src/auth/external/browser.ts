import { Session, sessionEnd, type ProviderFlow } from '../../../entities/session.ts'
import { inTransaction } from '../../audit/transaction.ts'
import type { UnitOfWork } from '../../audit/unit-of-work.ts'
import type { Em } from '../../database/database.ts'
import { digestHex, randomToken } from '../../lib/secrets.ts'
import type { RequestContext } from '../../request-context.ts'
import { originOf } from '../origin.ts'
import { sessionCookie } from '../sessions/cookies.ts'
import { visitOf, type Visit } from '../sessions/visit.ts'

/** How long a started sign-in, a link intent and a pending link wait (rule A-50). */
export const WAIT_MS = 10 * 60_000

/** The live session of a browser, signed in or anonymous, by the secret of its cookie. */
export async function sessionOfBrowser(
  { em, env, now }: Pick<UnitOfWork, 'em' | 'env' | 'now'>,
  { secret }: Pick<Visit, 'secret'>,
): Promise<Session | null> {
  if (secret === null) return null
  const session = await em.findOne(Session, { digest: digestHex(secret) })
  return session && sessionEnd(session, now, env.session.idleMs) === null ? session : null
}

/** The live session of the browser that sent this request. */
export function browserSession(em: Em, ctx: RequestContext): Promise<Session | null> {
  const { env, clock } = ctx.services
  return sessionOfBrowser({ em, env, now: clock() }, visitOf(ctx))
}

/** The browser's session, or a new anonymous one whose cookie goes into the reply. */
export async function browserSessionOrNew(em: Em, ctx: RequestContext): Promise<Session> {
  const present = await browserSession(em, ctx)
  if (present) return present
  const { env, clock } = ctx.services
  const secret = randomToken()
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
  ctx.reply.cookies.push(sessionCookie(env, secret))
  return session
}

/**
 * Keeps what the callback must find again, in the session of this browser. A wish to link belongs to the flow that was
 * started for it: a flow without `linking` drops it, so that no other sign-in is linked instead (rule A-50).
 */
export async function rememberFlow(
  ctx: RequestContext,
  flow: Omit<ProviderFlow, 'expiresAt'>,
  linking: boolean,
): Promise<void> {
  const expiresAt = new Date(ctx.services.clock().getTime() + WAIT_MS).toISOString()
  await inTransaction(ctx.services.database, originOf(ctx, null), async (em) => {
    const session = await browserSessionOrNew(em, ctx)
    session.providerFlow = { ...flow, expiresAt }
    if (!linking) session.linkIntent = null
  })
}

/** Takes the flow of a provider out of the session, so that it serves once; null when there is none any more. */
export async function takeFlow(ctx: RequestContext, provider: string): Promise<ProviderFlow | null> {
  return inTransaction(ctx.services.database, originOf(ctx, null), async (em) => {
    const session = await browserSession(em, ctx)
    const flow = session?.providerFlow
    if (!session || !flow) return null
    session.providerFlow = null
    return flow.provider === provider && isWaiting(flow, ctx) ? flow : null
  })
}

/** Whether something that waits in a session is still within its time. */
export function isWaiting({ expiresAt }: { expiresAt: string }, ctx: RequestContext): boolean {
  return Date.parse(expiresAt) > ctx.services.clock().getTime()
}
