import { DomainError } from '../../../src/errors.ts'

/** How callers prove that they own the account; for the API documentation. */
export const PROOF =
  'The current password; without one, a sign-in with your provider must be at most five minutes old.'

/** Creates the error for a wrong current password. */
export function createWrongPasswordError(): DomainError {
  return new DomainError('invalid', 'incorrect_password', 'The current password is wrong or missing.')
}
