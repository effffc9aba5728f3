import type { SignInErrorReason } from '../../../src/auth/external/sign-in-error.ts'
import { t } from '../../languages/t.ts'

const INVALID_LINK = t('Invalid or expired link')

/** Why an external sign-in was rejected; every code has a label. */
const SIGN_INS: Record<SignInErrorReason, string> = {
  unknown_provider: t('Unknown sign-in method'),
  provider_unavailable: t('Provider not responding'),
  provider_refused: t('Rejected by the provider'),
  invalid_credentials: t('Wrong name or password'),
  flow_expired: t('Sign-in took too long or moved to another browser'),
  invalid_response: t('Response of the provider not verifiable'),
  insufficient_authentication: t('Sign-in at the provider too weak'),
  no_email: t('No email address from the provider'),
  account_conflict: t('Account linked to another sign-in of the provider'),
  identity_taken: t('Sign-in linked to another account'),
  account_locked: t('Locked account'),
  account_unconfirmed: t('Unconfirmed email address'),
  rate_limited: t('Too many failed sign-ins'),
}

/** Why a sign-in, a session, a token or a link was rejected, for the administrators who read the audit trail. */
const LABELS = new Map<string, string>([
  ...Object.entries(SIGN_INS),
  ['unknown_session', t('Unknown session')],
  ['session_timed_out', t('Expired session')],
  ['session_superseded', t('Session ended by another sign-in')],
  ['invalid_token', t('Unknown, revoked or expired token')],
  ['ip_not_allowed', t('Address outside the ranges of the token')],
  ['insufficient_token_scope', t('Token without the required permission')],
  ['password.invalid_token', INVALID_LINK],
  ['confirmation.invalid_token', INVALID_LINK],
  ['unlock.invalid_token', INVALID_LINK],
  ['unverified_address', t('Address not verified by the provider')],
])

/** Returns the label of a rejection; undefined for a code without one, which is shown as it is. */
export function findRejectionLabel(reason: string): string | undefined {
  return LABELS.get(reason)
}
