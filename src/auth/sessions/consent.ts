import { digestHex, createRandomToken } from '../../lib/secrets.ts'
import type { RequestPart } from '../../request-context.ts'
import { isSessionActive } from './active-session.ts'
import { formatSessionCookie } from './cookies.ts'

/** The parts of a request that consent depends on. */
type ConsentRequest = RequestPart<'database' | 'env' | 'clock', 'credential' | 'consent'>

/** Whether this browser must acknowledge the terms (rule A-36). */
export async function requiresConsent(ctx: ConsentRequest): Promise<boolean> {
  const { consent, session } = ctx.services.env
  if (!consent.enabled) return false
  const current =
    ctx.credential.kind === 'session' ? await findActiveSession(ctx, ctx.credential.secret) : undefined
  const stored = current?.consent_at
    ? { at: new Date(current.consent_at), version: current.consent_version }
    : null
  const acknowledged = stored ?? ctx.consent
  if (!acknowledged || acknowledged.version !== consent.version) return true
  const age = ctx.services.clock().getTime() - acknowledged.at.getTime()
  if (!stored && (age < 0 || age >= session.absoluteMs)) return true
  return consent.ttlMs > 0 && age >= consent.ttlMs
}

/**
 * Stores the acknowledgment in the session, or in the cookie of a browser without one. Rate limited by address first.
 */
export async function acknowledgeConsent(
  ctx: ConsentRequest & RequestPart<'limiter', 'request' | 'reply'>,
): Promise<void> {
  const { database, env, clock, limiter } = ctx.services
  await limiter.take('consent', ctx.request.address ?? 'unknown', ctx.reply)
  const now = clock()
  const { version } = env.consent
  const session =
    ctx.credential.kind === 'session' ? await findActiveSession(ctx, ctx.credential.secret) : undefined
  if (!session) {
    const mark = `consent.${version}.${now.getTime()}.${createRandomToken()}`
    ctx.reply.cookies.push(formatSessionCookie(env, mark))
    return
  }
  await database.queries
    .updateTable('sessions')
    .set({ consent_at: now.toISOString(), consent_version: version })
    .where('id', '=', session.id)
    .execute()
}

function findActiveSession({ services }: ConsentRequest, secret: string) {
  return services.database.queries
    .selectFrom('sessions')
    .select(['id', 'consent_at', 'consent_version'])
    .where('digest', '=', digestHex(secret))
    .where(isSessionActive('sessions', services.clock(), services.env.session.idleMs))
    .executeTakeFirst()
}
