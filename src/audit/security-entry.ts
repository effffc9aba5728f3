import type { User } from '../../entities/user.ts'
import type { Entry } from '../audit.ts'

/** The entry of something that happened to an account's security; never with a value (accounts 6.10). */
export function securityEntry(user: User, action: string, changes: Record<string, unknown> = {}): Entry {
  return {
    action,
    auditableType: 'User',
    auditableId: user.id,
    affectedUserId: user.id,
    affectedName: user.name,
    changes,
  }
}
