import { t } from '../../../languages/t.ts'
import type { User } from '../user-filter.ts'

/** Returns why an administrator can't give this user a link to choose a password; null if they can. */
export function explainNoPasswordLink(
  { provider, locked_at }: Pick<User, 'provider' | 'locked_at'>,
  isOwn: boolean,
): string | null {
  if (isOwn) return t('Change your own password in your profile.')
  if (provider !== null) return t('A user who signs in with a provider has no password.')
  return locked_at === null ? null : t('Unlock the user to create a password link.')
}
