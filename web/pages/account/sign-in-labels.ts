import type { SignInErrorReason } from '../../../src/auth/external/sign-in-error.ts'
import { t } from '../../languages/t.ts'

/** Messages for the `sign_in_error` codes of a failed external sign-in. */
const LABELS: Record<SignInErrorReason, string> = {
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
    ? LABELS[code as SignInErrorReason]
    : t('The sign-in did not work. Please try again.')
}
