import type { Outputs } from '../../api/client.ts'
import type { USER_STATES } from './users.route.ts'

export type User = Outputs['users']['list'][number]

/** Returns the users whose name or email contains the query, filtered by state. */
export function filterUsers(
  users: readonly User[],
  { q, state }: { q: string; state: (typeof USER_STATES)[number] | null },
): User[] {
  const label = q.trim().toLowerCase()
  return users.filter((user) => {
    if (state === 'locked' && user.locked_at === null) return false
    if (state === 'active' && user.locked_at !== null) return false
    if (state === 'admin' && !user.admin) return false
    return `${user.name} ${user.email}`.toLowerCase().includes(label)
  })
}
