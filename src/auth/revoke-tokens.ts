import { LockMode } from '@mikro-orm/core'
import { AccessToken } from '../../entities/access-token.ts'
import type { Trail } from '../audit/trail.ts'
import type { Em } from '../database.ts'

/**
 * Revokes all access tokens of a user who asked for it together with a new password, inside the caller's transaction
 * (rule A-28). Without being asked they keep working.
 */
export async function revokeTokens(em: Em, trail: Trail, userId: number, now: Date): Promise<void> {
  const tokens = await em.find(
    AccessToken,
    { userId, revokedAt: null },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  for (const token of tokens) {
    trail.because(token, 'Revoked together with the change of the password.')
    token.revoke(now)
  }
  await em.flush()
}
