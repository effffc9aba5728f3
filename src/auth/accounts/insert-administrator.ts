import { User } from '../../../entities/user.ts'
import type { Em } from '../../database/database.ts'

/** Creates a system administrator outside a request, with a confirmed address (rule A-14). */
export function insertAdministrator(
  em: Em,
  { email, passwordHash, now }: { email: string; passwordHash: string; now: Date },
): User {
  return em.create(User, {
    name: 'Administrator',
    email,
    admin: true,
    passwordHash,
    passwordChangedAt: now,
    confirmedAt: now,
  })
}
