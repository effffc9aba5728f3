import type { User } from '../../../entities/user.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import { securityEntry } from '../../audit/entries/security-entry.ts'

/**
 * Leaves the entry of a failure lock that ended without anyone's asking: its time was up, or a reset proved the
 * address (rules ). `before` is when the account was locked; without it there is nothing to tell.
 */
export function auditUnlock(
  trail: AuditLog,
  user: User,
  before: Date | null | undefined,
  by: 'time' | 'password_reset',
): void {
  if (before) trail.record(securityEntry(user, 'unlocked', { locked_at: [before.toISOString(), null], by }))
}
