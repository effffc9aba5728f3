import { Session, type SessionEndReason } from '../../entities/session.ts'
import type { RequestContext } from '../context.ts'
import type { Em } from '../database.ts'
import { sessionCookie } from './cookies.ts'
import { digestHex, randomToken } from './secrets.ts'
import { endSessions, forgetRemembered } from './session.ts'

/**
 * After a change of credentials: all other sessions and remembered browsers of the user end, the present one goes on
 * under a fresh id (accounts 3.4; 8, trap 71).
 */
export async function endOtherSessions(
  ctx: RequestContext,
  em: Em,
  userId: number,
  presentId: number | null,
  reason: SessionEndReason,
): Promise<void> {
  const { env, clock } = ctx.services
  await endSessions(em, userId, reason, clock(), presentId)
  await forgetRemembered(em, userId)
  const present = presentId === null ? null : await em.findOne(Session, { id: presentId }, { refresh: true })
  if (!present) return
  const secret = randomToken()
  present.digest = digestHex(secret)
  ctx.reply.cookies.push(sessionCookie(env, secret))
}
