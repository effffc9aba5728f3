import { LockMode } from '@mikro-orm/core'
import { AccessToken } from '../../entities/access-token.ts'
import { User } from '../../entities/user.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { notFoundError } from '../../src/errors.ts'

/**
 * Revokes any user's token as system administrator, with a reason in the audit log; throws 404 for an unknown
 * id.
 */
export async function revokeForOwner(
  { em, now, auditLog }: UnitOfWork,
  id: number,
  reason: string,
): Promise<{ token: AccessToken; owner: User }> {
  const token = await em.findOne(AccessToken, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const owner = token && (await em.findOne(User, { id: token.userId }))
  if (!token || !owner) throw notFoundError()
  const before = token.revokedAt?.toISOString() ?? null
  auditLog.setReason(token, reason)
  token.revoke(now)
  auditLog.record({
    action: 'admin_revoke',
    auditableType: 'AccessToken',
    auditableId: token.id,
    associatedType: 'User',
    associatedId: owner.id,
    affectedUserId: owner.id,
    affectedName: token.name,
    changes: { revoked_at: [before, before ?? now.toISOString()] },
    comment: reason,
  })
  return { token, owner }
}
