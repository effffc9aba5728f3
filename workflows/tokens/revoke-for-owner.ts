import type { AccessToken } from '../../entities/access-token.ts'
import type { User } from '../../entities/user.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'

/** Revokes a user's token as system administrator, with a reason in the audit log. */
export function revokeForOwner(
  { now, auditLog }: UnitOfWork,
  token: AccessToken,
  owner: User,
  reason: string,
): void {
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
}
