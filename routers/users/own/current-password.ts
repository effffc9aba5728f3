import { DomainError } from '../../../src/errors.ts'

/** How one proves to be the owner of the account, for the documents. */
export const PROOF =
  'The current password; without one, a sign-in with your provider must be at most five minutes old.'

/** The refusal of a wrong current password. */
export function wrongPassword(): DomainError {
  return new DomainError('invalid', 'incorrect_password', 'The current password is wrong or missing.')
}
