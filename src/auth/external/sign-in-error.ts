/** Error codes of external sign-ins for the sign-in page; the provider's own message is never shown. */
export const SIGN_IN_ERRORS = {
  unknown_provider: 'There is no such sign-in method.',
  provider_unavailable: 'The provider or directory is not responding.',
  provider_refused: 'The provider rejected the sign-in.',
  invalid_credentials: 'The directory rejected the name or password.',
  flow_expired: 'The sign-in took too long, or was not started in this browser.',
  invalid_response: 'The response of the provider could not be verified.',
  insufficient_authentication:
    'The provider used a weaker sign-in than this service requires (`OIDC_ACR_VALUES`).',
  no_email: 'The provider sent no email address.',
  account_conflict: 'Another sign-in of the same provider belongs to the account with this address.',
  identity_taken: 'This sign-in belongs to another account.',
  account_locked: 'The account is locked.',
  account_unconfirmed: 'The address of the account is not confirmed yet.',
  rate_limited: 'Too many failed sign-ins. Try again in a minute.',
} as const
export type SignInErrorReason = keyof typeof SIGN_IN_ERRORS

/** Ends an external sign-in; the transport turns it into a redirect with its code (rule A-56). */
export class SignInError extends Error {
  readonly code: SignInErrorReason

  constructor(code: SignInErrorReason, cause?: unknown) {
    super(code, { cause })
    this.name = 'SignInError'
    this.code = code
  }
}

/** Returns the sign-in error that an error of a library wraps, otherwise `invalid_response`. */
export function toSignInError(error: unknown): SignInError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SignInError) return cause
  }
  return new SignInError('invalid_response', error)
}

/** OAuth errors of a provider that does not work at the moment (RFC 6749, section 4.1.2.1). */
const OUTAGES: readonly (string | null)[] = ['server_error', 'temporarily_unavailable']

/** Throws if a provider returned an error to the callback. */
export function assertNoProviderError(query: URLSearchParams): void {
  if (!query.has('error')) return
  throw new SignInError(OUTAGES.includes(query.get('error')) ? 'provider_unavailable' : 'provider_refused')
}
