import { illegal } from '../../errors.ts'

/**
 * Keeps administrators from changing their own sign-in by operations that take a recent sign-in for a password: a stolen
 * session would become the account for good (rule A-39).
 * @throws 422 `user.own_sign_in`
 */
export function assertNotOwnSession(user: { id: number }, actor: { id: number }): void {
  if (user.id !== actor.id) return
  throw illegal(
    'user.own_sign_in',
    'Change your own address and password in your profile, with your current password.',
  )
}
