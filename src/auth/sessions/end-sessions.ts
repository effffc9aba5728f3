import { Session, type SessionEndReason } from '../../../entities/session.ts'
import type { UnitOfWork } from '../../audit/unit-of-work.ts'
import { digestHex, createRandomToken } from '../../lib/secrets.ts'
import { formatSessionCookie } from './cookies.ts'
import { endSessions, forgetRemembered } from './session.ts'

/**
 * After a change of credentials, ends all other sessions and remembered browsers of the user. The current session gets
 * a new secret, whose cookie is returned (rule A-34).
 */
export async function endOtherSessions(
  { em, env, now }: Pick<UnitOfWork, 'em' | 'env' | 'now'>,
  userId: number,
  currentId: number | null,
  reason: SessionEndReason,
): Promise<string[]> {
  await endSessions(em, userId, reason, now, currentId)
  await forgetRemembered(em, userId)
  const current = currentId === null ? null : await em.findOne(Session, { id: currentId }, { refresh: true })
  if (!current) return []
  const secret = createRandomToken()
  current.digest = digestHex(secret)
  return [formatSessionCookie(env, secret)]
}
