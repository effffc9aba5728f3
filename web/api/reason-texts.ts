import { t } from '../languages/t.ts'

export { findMeaning } from '../../openapi/reasons.ts'

/**
 * Texts for error reasons whose message from the service is too general for the screen. For other reasons the message
 * of the response is shown.
 */
export const ERROR_MESSAGES: Record<string, string> = {
  not_authenticated: t('You are not signed in.'),
  session_superseded: t('You signed in somewhere else, which ended this session.'),
  session_timed_out: t('Your session has ended.'),
  invalid_credentials: t('Wrong email or password.'),
  account_locked: t('This account is locked.'),
  local_login_disabled: t('Sign-in with a password is turned off here.'),
  registration_disabled: t('Ask your administrator for an account.'),
  reauthentication_required: t('This requires a sign-in with your provider within the last five minutes.'),
  session_authentication_required: t('You must be signed in to do this.'),
  not_found: t('This no longer exists, or you don’t have access to it.'),
  method_not_allowed: t('A new version is available.'),
  malformed_request: t('A new version is available.'),
  parameter_missing: t('A new version is available.'),
  unsupported_media_type: t('A new version is available.'),
  payload_too_large: t('The file is too large.'),
  stale: t('Someone changed this while you were looking at it.'),
  'conflict.busy': t('Someone else is changing this right now.'),
  'idempotency.running': t('This action is still in progress.'),
  'idempotency.key_reused': t('This request was already sent with other values.'),
  'idempotency.key_invalid': t('A new version is available.'),
  'export.nothing': t('Nothing here can be exported in this format.'),
  'export.too_many_files': t('There are too many requirements for one archive.'),
  'archive.nothing_selected': t('No component of the archive is selected.'),
  'spreadsheet.kind': t('Only STIG components can be updated from spreadsheets.'),
  'spreadsheet.no_ids': t('The spreadsheet has no SRG IDs, so its SRG can’t be detected.'),
  'spreadsheet.no_match': t('No SRG in the catalog matches the SRG IDs in this spreadsheet.'),
  'spreadsheet.several_srgs': t('The spreadsheet names requirements of several SRGs.'),
  'spreadsheet.preview_stale': t('Something changed since you previewed the spreadsheet.'),
  incorrect_password: t('The current password is wrong.'),
  'user.current_password_missing': t('This requires your current password.'),
  'user.password_policy': t('This password can’t be used.'),
  'user.last_admin': t('You are the only system administrator, so your account can’t be deleted.'),
  'confirmation.invalid_token': t('This link is no longer valid.'),
  'password.invalid_token': t('This link is no longer valid.'),
  'unlock.invalid_token': t('This link is no longer valid.'),
  'identity.no_pending_link': t('No sign-in is waiting to be linked.'),
  'component.overlaid': t('Other components are overlays of this one. Delete the overlays first.'),
  'token.quota': t('You have reached the maximum number of active tokens.'),
  rate_limited: t('Too many requests.'),
  internal_error: t('Something went wrong on our side.'),
  uploads_busy: t('Too many files are being uploaded right now.'),
  service_unavailable: t('The service cannot reach its database at the moment.'),
}

const RELOAD = t('Reload the page.')

/** What the user can do, by reason or status. */
export const NEXT_STEPS: Record<string, string> = {
  session_superseded: t('Sign in again.'),
  session_timed_out: t('Sign in again.'),
  account_locked: t('Wait and try again, or ask your administrator.'),
  reauthentication_required: t('Sign out, sign in with your provider, and try again.'),
  method_not_allowed: RELOAD,
  malformed_request: RELOAD,
  parameter_missing: RELOAD,
  unsupported_media_type: RELOAD,
  'idempotency.key_invalid': RELOAD,
  'confirmation.invalid_token': t('Request a new link.'),
  'password.invalid_token': t('Request a new link.'),
  'unlock.invalid_token': t('Request a new link.'),
  'identity.no_pending_link': t('Start again from the sign-in page.'),
  'token.quota': t('Revoke one first.'),
  'export.nothing': t('Choose another format, or determine the requirements first.'),
  'export.too_many_files': t('Choose fewer components.'),
  'archive.version': t('Create the backup again, or update this service.'),
  'archive.guide_missing': t('Ask a system administrator to upload the guide.'),
  'archive.nothing_selected': t('Select at least one.'),
  'spreadsheet.no_ids': t('Fill in the SRGID column.'),
  'spreadsheet.no_match': t('Ask a system administrator to upload the SRG.'),
  'spreadsheet.several_srgs': t('Use one spreadsheet for each SRG.'),
  'spreadsheet.preview_stale': t('Preview it again before you apply it.'),
  permission_denied: t('A project admin can give you the role.'),
  stale: t('Check the current state and decide again.'),
  '0': t('Check your connection, then try again.'),
  '409': t('Try again in a moment.'),
  '412': t('Check the current state and decide again.'),
  '429': t('Wait a minute and try again.'),
  '500': t('Try again. If it happens again, report the request ID.'),
  '503': t('Try again in a moment.'),
}

/** The labels on screen of fields whose errors may be shown away from them, by their last name in the API. */
const FIELD_LABELS = new Map([
  ['admin_email', t('Contact email')],
  ['admin_name', t('Contact name')],
  ['artifact_description', t('Artifact description')],
  ['check_content', t('Check')],
  ['comment', t('Comment')],
  ['content', t('Check')],
  ['description', t('Description')],
  ['email', t('Email')],
  ['file', t('File')],
  ['fixtext', t('Fix')],
  ['ident', 'CCI'],
  ['inspec_control_body', 'InSpec'],
  ['mitigations', t('Mitigations')],
  ['name', t('Name')],
  ['prefix', t('Prefix')],
  ['release', t('Release')],
  ['rule_severity', t('Severity')],
  ['rule_weight', t('Weight')],
  ['status', t('Status')],
  ['status_justification', t('Justification')],
  ['title', t('Title')],
  ['vendor_comments', t('Vendor comments')],
  ['version', t('Version')],
  ['vuln_discussion', t('Discussion')],
])

/** Returns the label of a field on screen, by its path in the API. */
export function findFieldLabel(path: string): string | undefined {
  return FIELD_LABELS.get(path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '')
}

/** Replaces the names of fields that a message of the service begins with by their labels on screen. */
export function replaceFieldNames(
  message: string,
  errors: Readonly<Record<string, readonly string[]>>,
): string {
  return Object.entries(errors).reduce((text, [path, details]) => {
    const label = findFieldLabel(path)
    if (label === undefined) return text
    return details.reduce(
      (result, detail) =>
        result.replace(`${capitalize(path.replaceAll('_', ' '))} ${detail}`, () => `${label} ${detail}`),
      text,
    )
  }, message)
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
