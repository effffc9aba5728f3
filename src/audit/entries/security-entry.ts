import type { Entry } from './entry.ts'

/** Creates an entry about the security of an account, without secret values (rule A-80). */
export function createSecurityEntry(
  user: { id: number; name: string },
  action: string,
  changes: Record<string, unknown> = {},
): Entry {
  return {
    action,
    auditableType: 'User',
    auditableId: user.id,
    affectedUserId: user.id,
    affectedName: user.name,
    changes,
  }
}
