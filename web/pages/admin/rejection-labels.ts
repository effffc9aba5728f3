import { t } from '../../languages/t.ts'

const INVALID_LINK = t('Invalid or expired link')

/** Why a sign-in, a session, a token or a link was rejected, for the administrators who read the audit trail. */
const LABELS: Readonly<Record<string, string>> = {
  unknown_session: t('Unknown session'),
  session_timed_out: t('Expired session'),
  session_superseded: t('Session ended by another sign-in'),
  invalid_token: t('Unknown, revoked or expired token'),
  ip_not_allowed: t('Address outside the ranges of the token'),
  insufficient_token_scope: t('Token without the required permission'),
  'password.invalid_token': INVALID_LINK,
  'confirmation.invalid_token': INVALID_LINK,
  'unlock.invalid_token': INVALID_LINK,
  invalid_credentials: t('Wrong name or password'),
  account_locked: t('Locked account'),
  account_unconfirmed: t('Unconfirmed email address'),
  unverified_address: t('Address not verified by the provider'),
  provider_unavailable: t('Provider not responding'),
  provider_refused: t('Rejected by the provider'),
  flow_expired: t('Sign-in took too long or moved to another browser'),
  invalid_response: t('Response of the provider not verifiable'),
  insufficient_authentication: t('Sign-in at the provider too weak'),
  no_email: t('No email address from the provider'),
  account_conflict: t('Account linked to another sign-in of the provider'),
  identity_taken: t('Sign-in linked to another account'),
  rate_limited: t('Too many failed sign-ins'),
}

/** Returns the label of a rejection; undefined for a code without one, which is shown as it is. */
export function findRejectionLabel(reason: string): string | undefined {
  return Object.hasOwn(LABELS, reason) ? LABELS[reason] : undefined
}
