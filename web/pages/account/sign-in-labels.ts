import type { SignInErrorReason } from '../../../src/auth/external/sign-in-error.ts'

/** What each code of `sign_in_error` says to the person who comes back from a provider. */
const LABELS: Record<SignInErrorReason, string> = {
  unknown_provider: 'This sign-in method doesn’t exist.',
  provider_unavailable: 'Your provider does not answer. Try again in a moment.',
  provider_refused: 'Your provider did not let you in.',
  invalid_credentials: 'Name or password is wrong.',
  flow_expired: 'That took too long, or was begun in another browser. Please start again.',
  invalid_response: 'The answer of your provider could not be trusted. Please start again.',
  insufficient_authentication: 'This service asks for a stronger sign-in than your provider used.',
  no_email: 'Your provider did not send your email address, which is required.',
  account_conflict: 'The account with your address is already linked to another sign-in of this provider.',
  identity_taken: 'This sign-in is already linked to another account.',
  account_locked: 'Your account is locked. Ask your administrator.',
  account_unconfirmed: 'The address of your account is not confirmed yet. Open the link in the mail first.',
  rate_limited: 'Too many failed sign-ins. Try again in a minute.',
}

/** The words for a code of the address; null where there is none, and something general for an unknown one. */
export function signInErrorLabel(code: string): string | null {
  if (code === '') return null
  return Object.hasOwn(LABELS, code)
    ? LABELS[code as SignInErrorReason]
    : 'The sign-in did not work. Please try again.'
}
