import { stateError } from '../../errors.ts'

/**
 * Prevents administrators from changing their own sign-in with a recent sign-in as proof: a stolen session could take
 * over the account (rule A-39).
 * @throws 422 `user.own_sign_in`
 */
export function assertNotOwnSignIn(user: { id: number }, actor: { id: number }): void {
  if (user.id !== actor.id) return
  throw stateError(
    'user.own_sign_in',
    'Change your own address and password in your profile, with your current password.',
  )
}
