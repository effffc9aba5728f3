/** Actions of the audit trail that are worth filtering by, in the words of the page. */
const WORDS: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Changed',
  destroy: 'Deleted',
  sign_in: 'Signed in',
  sign_in_refused: 'Sign-in refused',
  password_failed: 'Wrong password',
  locked: 'Account locked',
  address_locked: 'Address locked',
  permission_denied: 'Permission denied',
  credential_refused: 'Credential refused',
  rate_limited: 'Rate limited',
  token_first_used: 'Token first used',
  admin_revoke: 'Token revoked by an administrator',
  settings_changed: 'Settings changed',
  satisfy: 'Satisfied by another requirement',
  unsatisfy: 'No longer satisfied',
  review_moved_out: 'Comment moved',
  redact_destroyed_review: 'Deleted comment redacted',
  admin_destroy_review: 'Comment deleted by an admin',
  import_reviews: 'Comments imported',
  import_backup: 'Archive imported',
  export_disposition_csv: 'Disposition matrix exported',
  audit_pruned: 'Old entries removed',
}

export const ACTIONS = Object.keys(WORDS)

/** An action in words; one that is not in the list as it is named. */
export function actionWords(action: string): string {
  const plain = action.replaceAll('_', ' ')
  return WORDS[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

const TYPES: Readonly<Record<string, string>> = {
  BaseRule: 'Requirement',
  Review: 'Comment',
  AccessToken: 'Access token',
}

/** What kind of record an entry is about. */
export function typeWords(type: string): string {
  return TYPES[type] ?? type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
}
