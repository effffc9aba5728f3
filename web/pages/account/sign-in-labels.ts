import type { SignInErrorReason } from '../../../src/auth/external/sign-in-error.ts'
import { t } from '../../languages/t.ts'

/** The reasons of a session's end that the sign-in page names. */
const SESSION_ENDS = ['session_timed_out', 'session_superseded'] as const
type SessionEnd = (typeof SESSION_ENDS)[number]

/** Messages for the `sign_in_error` codes: of a failed external sign-in, and of a session that ended. */
const LABELS: Record<SignInErrorReason | SessionEnd, string> = {
  session_timed_out: t('Your session has ended. Sign in again.'),
  session_superseded: t('You signed in somewhere else, which ended this session.'),
  unknown_provider: t('This sign-in method doesn’t exist.'),
  provider_unavailable: t('Your provider isn’t responding. Try again in a moment.'),
  provider_refused: t('Your provider did not let you in.'),
  invalid_credentials: t('Wrong name or password.'),
  flow_expired: t('The sign-in took too long, or was started in another browser. Start again.'),
  invalid_response: t('Your provider’s response couldn’t be verified. Start again.'),
  insufficient_authentication: t('This service asks for a stronger sign-in than your provider used.'),
  no_email: t('Your provider did not send your email address, which is required.'),
  account_conflict: t('The account with your address is already linked to another sign-in of this provider.'),
  identity_taken: t('This sign-in is already linked to another account.'),
  account_locked: t('Your account is locked. Ask your administrator.'),
  account_unconfirmed: t('Your email address is not confirmed yet. Open the link in the email first.'),
  rate_limited: t('Too many failed sign-ins. Try again in a minute.'),
}

/** Returns the message for a code of the address; null without a code, a general message for an unknown one. */
export function formatSignInError(code: string): string | null {
  if (code === '') return null
  return Object.hasOwn(LABELS, code)
    ? LABELS[code as keyof typeof LABELS]
    : t('The sign-in did not work. Please try again.')
}

/** Whether a code names the end of a session, which is no error. */
export function isSessionEnd(code: string): boolean {
  return SESSION_ENDS.some((reason) => reason === code)
}
