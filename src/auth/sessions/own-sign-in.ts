import { illegal } from '../../errors.ts'

/**
 * An administrator's operations ask for no password, so that none of them changes how their caller signs in: with a
 * stolen session that would be the account for good (rule A-39).
 * @throws 422 `user.own_sign_in`
 */
export function assertNotOwn(user: { id: number }, actor: { id: number }): void {
  if (user.id !== actor.id) return
  throw illegal(
    'user.own_sign_in',
    'Change your own address and password in your profile, with your current password.',
  )
}
