import { Session, type SessionEndReason } from '../../../entities/session.ts'
import type { UnitOfWork } from '../../audit/unit-of-work.ts'
import { digestHex, randomToken } from '../../lib/secrets.ts'
import { sessionCookie } from './cookies.ts'
import { endSessions, forgetRemembered } from './session.ts'

/**
 * After a change of credentials, ends all other sessions and remembered browsers of the user. The current session gets
 * a new secret, whose cookie is returned (rule A-34).
 */
export async function endOtherSessions(
  { em, env, now }: Pick<UnitOfWork, 'em' | 'env' | 'now'>,
  userId: number,
  presentId: number | null,
  reason: SessionEndReason,
): Promise<string[]> {
  await endSessions(em, userId, reason, now, presentId)
  await forgetRemembered(em, userId)
  const present = presentId === null ? null : await em.findOne(Session, { id: presentId }, { refresh: true })
  if (!present) return []
  const secret = randomToken()
  present.digest = digestHex(secret)
  return [sessionCookie(env, secret)]
}
