import type { User } from '../../../entities/user.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import { createSecurityEntry } from '../../audit/entries/security-entry.ts'

/**
 * Writes an audit entry for a lockout that ended by time or by a password reset (rules ). `before` is when
 * the account was locked; without it, writes nothing.
 */
export function auditUnlock(
  auditLog: AuditLog,
  user: User,
  before: Date | null | undefined,
  cause: 'time' | 'password_reset',
): void {
  if (before) {
    auditLog.record(
      createSecurityEntry(user, 'unlocked', { locked_at: [before.toISOString(), null], by: cause }),
    )
  }
}
