import type { SignInRefusal } from '../../../src/auth/external/refusal.ts'

/** What each code of `sign_in_error` says to the person who comes back from a provider. */
const WORDS: Record<SignInRefusal, string> = {
  unknown_provider: 'There is no such way to sign in.',
  provider_unavailable: 'Your provider does not answer. Try again in a moment.',
  provider_refused: 'Your provider did not let you in.',
  invalid_credentials: 'Name or password is wrong.',
  flow_expired: 'That took too long, or was begun in another browser. Please start again.',
  invalid_response: 'The answer of your provider could not be trusted. Please start again.',
  insufficient_authentication: 'This service asks for a stronger sign-in than your provider used.',
  no_email: 'Your provider does not tell your e-mail address, which is needed here.',
  account_conflict: 'Another sign-in of the same provider belongs to the account with your address.',
  identity_taken: 'This sign-in belongs to another account already.',
  account_locked: 'Your account is locked. Ask your administrator.',
  account_unconfirmed: 'The address of your account is not confirmed yet. Open the link in the mail first.',
  rate_limited: 'Too many sign-ins failed. They are possible again in a minute.',
}

/** The words for a code of the address; null where there is none, and something general for an unknown one. */
export function wordsOfSignInError(code: string): string | null {
  if (code === '') return null
  return Object.hasOwn(WORDS, code)
    ? WORDS[code as SignInRefusal]
    : 'The sign-in did not work. Please try again.'
}
