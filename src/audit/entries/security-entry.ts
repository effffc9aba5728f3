import type { Entry } from './entry.ts'

/** The entry of something that happened to an account's security; never with a value (rule A-80). */
export function securityEntry(
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
