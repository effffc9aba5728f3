import { Session, type ProviderFlow } from '../../../entities/session.ts'
import type { RequestContext } from '../../context.ts'
import type { Em } from '../../database.ts'
import { inTransaction } from '../../transaction.ts'
import { sessionCookie } from '../cookies.ts'
import { originOf } from '../origin.ts'
import { digestHex, randomToken } from '../secrets.ts'

/** How long a started sign-in, a link intent and a pending link wait (accounts 3.8). */
export const WAIT_MS = 10 * 60_000

/** The live session of the browser that sent this request, signed in or anonymous. */
export async function browserSession(em: Em, ctx: RequestContext): Promise<Session | null> {
  if (ctx.credential.kind !== 'session') return null
  const session = await em.findOne(Session, { digest: digestHex(ctx.credential.secret), endedAt: null })
  return session && session.absoluteExpiresAt > ctx.services.clock() ? session : null
}

/** The same, or a new anonymous session whose cookie goes into the reply. */
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
    createdAt: clock(),
  })
  ctx.reply.cookies.push(sessionCookie(env, secret))
  return session
}

/**
 * Keeps what the callback must find again, in the session of this browser. A wish to link belongs to the flow that was
 * started for it: a flow without `linking` drops it, so that no other sign-in is linked instead (accounts 3.8).
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
