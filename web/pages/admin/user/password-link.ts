import { t } from '../../../languages/t.ts'
import type { User } from '../user-filter.ts'

/** Returns why an administrator can't give this user a link to choose a password; null if they can. */
export function explainNoPasswordLink(
  { provider, lock_reason }: Pick<User, 'provider' | 'lock_reason'>,
  isOwn: boolean,
): string | null {
  if (isOwn) return t('Change your own password in your profile.')
  if (provider !== null) return t('A user who signs in with a provider has no password.')
  // A new password lifts a lock by failed sign-ins.
  return lock_reason !== 'admin' ? null : t('Unlock the user to create a password link.')
}
