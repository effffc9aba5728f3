import type { Meaning } from './meaning.ts'

/** Reasons of accounts, tokens, projects and memberships. */
export const accountReasons = {
  'user.email_taken': { status: 422, meaning: 'Another account has this address.' },
  'user.password_policy': { status: 422, meaning: 'The chosen password breaks a rule; `errors` names each.' },
  'user.lock_self': { status: 422, meaning: 'Users cannot lock their own account.' },
  'confirmation.invalid_token': { status: 422, meaning: 'The confirmation link is unknown or too old.' },
  'user.last_admin': {
    status: 422,
    meaning: 'The only system administrator cannot be demoted or deleted.',
  },
  'user.last_project_admin': { status: 422, meaning: 'The person is the only admin of a project.' },
  'user.delete_self': { status: 422, meaning: 'Use DELETE /users to delete your own account.' },
  'user.own_sign_in': {
    status: 422,
    meaning: 'Use PUT /users with the current password to change your own address or password.',
  },
  'user.mail_off': { status: 422, meaning: 'Email is turned off; create a reset link instead.' },
  'user.locked': {
    status: 422,
    meaning: 'An administrator locked the account; its password can be reset after an unlock.',
  },
  'user.no_local_password': { status: 422, meaning: 'The account has no password of its own to reset.' },
  'user.current_password_missing': { status: 422, meaning: 'The change needs the current password.' },
  'identity.unknown_provider': { status: 422, meaning: 'There is no such sign-in method.' },
  'identity.linked': { status: 422, meaning: 'The provider is already linked.' },
  'identity.no_pending_link': { status: 422, meaning: 'No external sign-in is waiting in this browser.' },
  'identity.unconfirmed': { status: 422, meaning: 'The address of the account is not confirmed yet.' },
  'identity.last_sign_in': { status: 422, meaning: 'The only sign-in method cannot be removed.' },
  'account.blank_email': { status: 422, meaning: 'An email address is required.' },
  'password.invalid_token': { status: 422, meaning: 'The reset link is unknown, used or too old.' },
  'unlock.invalid_token': { status: 422, meaning: 'The unlock link is unknown or used.' },
  'access_request.member': { status: 422, meaning: 'The person already has access.' },
  'access_request.duplicate': { status: 422, meaning: 'The person has already requested access.' },
  'invitation.no_account': {
    status: 422,
    meaning: 'No account has verified the address of the invitation.',
  },
  'project.has_overlays': { status: 422, meaning: 'Components of other projects are based on this project.' },
  'project.has_released': {
    status: 422,
    meaning: 'Only a system administrator can delete a project with released components.',
  },
  'token.expiry': { status: 422, meaning: 'The expiry is not after today, or beyond the longest lifetime.' },
  'token.quota': { status: 422, meaning: 'The account has as many active tokens as allowed.' },
  'membership.unknown_user': { status: 422, meaning: 'There is no such user.' },
  'membership.unknown_request': {
    status: 422,
    meaning: 'There is no such access request of this person for this project.',
  },
  'membership.duplicate': { status: 422, meaning: 'The person is already a member.' },
  'membership.no_effect': { status: 422, meaning: 'The project role already includes the component role.' },
  'membership.last_admin': { status: 422, meaning: 'A project needs at least one admin.' },
} satisfies Record<string, Meaning>
