import { t } from '../../languages/t.ts'

/** The actions of the audit log that the filter offers, with their labels. */
const ACTION_LABELS: Readonly<Record<string, string>> = {
  create: t('Created'),
  update: t('Changed'),
  destroy: t('Deleted'),
  sign_in: t('Signed in'),
  sign_in_refused: t('Sign-in rejected'),
  password_failed: t('Wrong password'),
  locked: t('Account locked'),
  address_locked: t('Address locked'),
  permission_denied: t('Permission denied'),
  credential_refused: t('Credential rejected'),
  rate_limited: t('Rate limited'),
  token_first_used: t('Token first used'),
  admin_revoke: t('Token revoked by an administrator'),
  settings_changed: t('Settings changed'),
  satisfy: t('Satisfied by another requirement'),
  unsatisfy: t('No longer satisfied'),
  review_moved_out: t('Comment moved'),
  redact_destroyed_review: t('Deleted comment redacted'),
  admin_destroy_review: t('Comment deleted by an admin'),
  import_reviews: t('Comments imported'),
  import_backup: t('Archive imported'),
  export_disposition_csv: t('Disposition matrix exported'),
  audit_pruned: t('Old entries removed'),
}

export const ACTIONS = Object.keys(ACTION_LABELS)

/** Returns the label of an action, or its name if it has none. */
export function formatAction(action: string): string {
  const plain = action.replaceAll('_', ' ')
  return ACTION_LABELS[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** Actions of callers who may not be signed in. */
const ATTEMPTS = new Set([
  'sign_in_refused',
  'password_failed',
  'address_locked',
  'permission_denied',
  'credential_refused',
  'rate_limited',
])

/** Returns the name of the user who acted, or what acted without one: an unknown caller or the service. */
export function formatActor(name: string | null, action: string): string {
  if (name !== null && name !== 'System') return name
  return ATTEMPTS.has(action) ? t('Not signed in') : t('System')
}

const TYPES: Readonly<Record<string, string>> = {
  BaseRule: t('Requirement'),
  Review: t('Comment'),
  AccessToken: t('Access token'),
  User: t('User'),
  Membership: t('Membership'),
  Project: t('Project'),
  Component: t('Component'),
  SecurityRequirementsGuide: 'SRG',
  Stig: 'STIG',
}

/** The label of an entry's record type. */
export function formatType(type: string): string {
  return TYPES[type] ?? type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
}
