import { LockMode } from '@mikro-orm/core'
import { AccessToken } from '../../entities/access-token.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Em } from '../database/database.ts'

/** Revokes all access tokens of a user in the caller's transaction; `comment` is that of the audit entries. */
export async function revokeTokens(
  { em, auditLog, now }: { em: Em; auditLog: AuditLog; now: Date },
  userId: number,
  comment: string,
): Promise<void> {
  const tokens = await em.find(
    AccessToken,
    { userId, revokedAt: null },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  for (const token of tokens) {
    auditLog.setReason(token, comment)
    token.revoke(now)
  }
  await em.flush()
}
