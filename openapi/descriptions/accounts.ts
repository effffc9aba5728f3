/** Sign-in, the caller's account, tokens, and account administration. */
export const accountTexts: Record<string, string> = {
  'sessions.login':
    'Starts a session and sets its cookie; `remember_me` keeps it alive when idle. A wrong password, an unknown address and absent fields get the same 401. Repeated failures lock the account for a while; the request that locks it gets 423.',
  'sessions.logout':
    'Ends the session and removes its cookies; other sessions of the user continue. With a token, nothing ends: the token stays valid.',
  'sessions.me': 'The user that the credential belongs to. A missing or expired credential gets 401.',
  'sessions.edit':
    'The current user, under the address of the profile page. The response equals that of `GET /api/auth/me`.',
  'sessions.list':
    'The caller’s live sessions with their addresses, newest first; `current` marks the session of this request. Ended sessions are not listed.',
  'sessions.end': 'Ends one session of the caller. Ending the session of this request signs out.',
  'sessions.endOthers':
    'Ends every session of the caller except the one of this request. Access tokens stay valid.',
  'account.register':
    'Creates an account if registration is open. The user is signed in immediately, unless addresses must be confirmed: then they get an email with a link.',
  'account.update':
    'Changes name, chat handle, address or password of the caller; absent fields are unchanged. A new address or password requires `current_password`. If email is configured, a new address takes effect when it is confirmed. A new password ends all other sessions.',
  'account.destroy':
    'Deletes the caller’s account and ends its sessions; comments stay under the name. Local accounts require the password. The only system administrator and the only admin of a project cannot be deleted.',
  'passwords.request':
    'Emails a link to choose a new password. The response is the same whether or not the address is known.',
  'passwords.check':
    'Whether the token of an emailed link is still valid, and the minimum length of a password. The check does not use up the token.',
  'passwords.reset':
    'Sets a new password with an emailed token, which works once, and signs the user in; all other sessions end. The token is invalid if an administrator locked the account.',
  'confirmations.request':
    'Emails the confirmation link again. The response is the same whether or not the address is known or confirmed.',
  'confirmations.confirm':
    'Confirms an address with the token of the emailed link. It is a GET because users open the link; the token works once.',
  'confirmations.requestUnlock':
    'Emails a link that unlocks an account after repeated wrong passwords. The response is the same whether or not the address is known or locked; 404 if accounts cannot be unlocked by email.',
  'confirmations.unlock':
    'Unlocks an account with the token of the emailed link. A lock set by an administrator stays.',
  'identities.mine':
    'The external providers that the caller can sign in with, and whether they chose a password. The ids identify a provider when it is removed.',
  'identities.initiateLink':
    'Starts linking an external provider to the caller’s account and returns the address to open next. It is linked when the provider has confirmed the identity.',
  'identities.completeLink':
    'Links the external sign-in that is waiting in this browser, after the password of the account proves who owns it, and signs in. Wrong passwords count toward the lock.',
  'identities.unlink':
    'Removes an external provider from the caller’s account. The last sign-in method cannot be removed.',
  'tokens.create':
    'Creates an access token and returns its value, which is not shown again; only a digest is stored. It always belongs to the caller; `user_id` is ignored. Without `expires_at` it gets the longest lifetime that the service allows. At most 20 can be active.',
  'tokens.list':
    'The caller’s tokens without their values, active ones first. System administrators can list those of another user with `user_id`, which is ignored for other callers.',
  'tokens.revoke':
    'Revokes a token of the caller, from the next request on. It stays in the list, with the time.',
  'tokens.adminRevoke':
    'Revokes the token of any user immediately. The reason is recorded in the audit trail.',
  'users.list':
    'All accounts by name, with their state. The list is complete unless `page` or `per_page` is given.',
  'users.search':
    'Finds people by part of their name or address. Without `scope`, people who are not members yet (for admins); with `members`, members (for every member). At least two characters, at most 25 rows.',
  'users.adminCreate':
    'Creates a confirmed account. Without a password, the user gets an email to choose one; if email is turned off, `reset_url` is the link to send to them.',
  'users.update':
    'Changes name, address, chat handle or the administrator flag of a user; absent fields are unchanged. The last system administrator cannot be demoted. A change of the flag is announced in the chat, if one is configured.',
  'users.destroy':
    'Deletes an account; comments stay under the name. The only system administrator and the only admin of a project cannot be deleted, and the toast names the projects.',
  'users.lock':
    'Locks an account: its sessions end, and its tokens are suspended until it is unlocked. Users cannot lock their own account.',
  'users.unlock':
    'Unlocks an account, whatever locked it, and resets its failed sign-ins. Unlocking an unlocked account changes nothing.',
  'users.setPassword':
    'Sets a password for a user, ends their sessions and notifies them by email. Prefer a link; this is for users who cannot receive email.',
  'users.sendPasswordReset':
    'Emails a user a link to choose a new password; the current one works until then. 422 if email is turned off.',
  'users.generateResetLink':
    'Creates the same link and returns it once, so that the administrator can send it to the user. Earlier links become invalid.',
  'users.endSessions': 'Ends all sessions of a user immediately. Their tokens and password stay valid.',
  'users.listSessions': 'The live sessions of a user, newest first, with address and browser.',
  'administration.settings':
    'Every setting by name: its value, and whether it comes from the environment, from `.env` or is the default. Of secrets it says only whether they are set.',
  'administration.checks':
    'Database, email, chat, OIDC and LDAP, and whether each is configured. It does not connect to them.',
  'administration.check':
    'Connects to one of them, and signs in if credentials are configured. A failed test returns `ok: false` and the error. No message is sent.',
  'administration.jobs': 'Jobs of all users, newest first, for 24 hours after they ended.',
  'jobs.list': 'Jobs that the caller started, newest first; they are stored for 24 hours after they end.',
  'jobs.show':
    'The progress of a job that a request with `Prefer: respond-async` started. It is visible to the user who started it and to system administrators. `refusal` of a failed job is the error that the operation returned.',
  'jobs.result':
    'The file or JSON that the operation returned, with its headers; 404 until the job is done. A caller who lost the role since then gets the error of the operation.',
  'jobs.end':
    'Cancels a waiting or running job and rolls back its changes. A job that has ended is deleted with its result.',
}
