import type { RequestContext } from '../context.ts'
import { digestHex, randomToken } from './secrets.ts'
import { sessionCookie } from './cookies.ts'

/** Whether the terms must be shown to the browser of this request (accounts 3.9). */
export async function consentRequired(ctx: RequestContext): Promise<boolean> {
  const { consent } = ctx.services.env
  if (!consent.enabled) return false
  const given = ctx.credential.kind === 'session' ? await liveSession(ctx, ctx.credential.secret) : undefined
  if (!given?.consent_at || given.consent_version !== consent.version) return true
  const age = ctx.services.clock().getTime() - Date.parse(given.consent_at)
  return consent.ttlMs > 0 && age >= consent.ttlMs
}

/** Notes in the session that the terms were acknowledged; a browser without one gets an anonymous session. */
export async function acknowledgeConsent(ctx: RequestContext): Promise<void> {
  const { database, env, clock } = ctx.services
  const now = clock()
  const mark = { consent_at: now.toISOString(), consent_version: env.consent.version }
  const present =
    ctx.credential.kind === 'session' ? await liveSession(ctx, ctx.credential.secret) : undefined
  if (present) {
    await database.reader.updateTable('sessions').set(mark).where('id', '=', present.id).execute()
    return
  }
  const secret = randomToken()
  await database.reader
    .insertInto('sessions')
    .values({
      digest: digestHex(secret),
      absolute_expires_at: new Date(now.getTime() + env.session.absoluteMs).toISOString(),
      last_seen_at: now.toISOString(),
      ip: ctx.request.address,
      user_agent: ctx.request.userAgent,
      created_at: now.toISOString(),
      ...mark,
    })
    .execute()
  ctx.reply.cookies.push(sessionCookie(env, secret))
}

function liveSession({ services }: RequestContext, secret: string) {
  return services.database.reader
    .selectFrom('sessions')
    .select(['id', 'consent_at', 'consent_version'])
    .where('digest', '=', digestHex(secret))
    .where('ended_at', 'is', null)
    .where('absolute_expires_at', '>', services.clock().toISOString())
    .executeTakeFirst()
}
