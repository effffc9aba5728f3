/** Sign-in, the caller's account, tokens, and account administration. */
export const accountTexts: Record<string, string> = {
  'sessions.login':
    'Starts a session and sets its cookie; `remember_me` lets it outlive idle hours. Wrong password, unknown address and absent fields are the same 401. Failures in a row lock the account for a while, and the failing request itself then answers 423.',
  'sessions.logout':
    'Ends the session and its cookies; other sessions of the person go on. With a token there is nothing to end: the token stays valid.',
  'sessions.me':
    'Who the credential of this request belongs to. A credential that is missing, or has ended, is a 401.',
  'sessions.edit':
    'Who is signed in, at the address of the profile page. It answers what `GET /api/auth/me` answers.',
  'sessions.list':
    'The caller’s live sessions with their addresses, newest first; `current` marks the one that asks. Ended sessions are not listed.',
  'sessions.end': 'Ends one session of the caller. Ending the one that asks signs out.',
  'sessions.endOthers': 'Ends every session of the caller but the one that asks. Access tokens stay valid.',
  'account.register':
    'Creates an account where registration is open. It is signed in at once, unless addresses have to be confirmed: then a mail with a link comes first.',
  'account.update':
    'Changes name, chat handle, address or password of the caller; what is absent stays. A new address or password needs `current_password`; a new address counts once it is confirmed, where mail is set up, and a new password ends all other sessions.',
  'account.destroy':
    'Deletes the caller’s account and ends its sessions; comments stay under the name. Local accounts give their password. The only system administrator and the only admin of a project cannot go.',
  'passwords.request':
    'Mails a link for choosing a new password. The answer is the same whether or not the address is known.',
  'passwords.check':
    'Whether the token of a mailed link can still be used, and how long a password must be. Asking does not use the token up.',
  'passwords.reset':
    'Sets a new password with a mailed token, which works once, and signs the person in; all other sessions end. The link of an account that an administrator locked is not valid.',
  'confirmations.request':
    'Mails the confirmation link again. The answer is the same whether or not the address is known or confirmed.',
  'confirmations.confirm':
    'Confirms an address by the token of its mailed link. It is a GET because people follow the link; the token works once.',
  'confirmations.requestUnlock':
    'Mails a link that unlocks an account after repeated wrong passwords. The answer is the same whether or not the address is known or locked; 404 where accounts are not unlocked by mail.',
  'confirmations.unlock':
    'Unlocks an account by the token of its mailed link. A lock that an administrator set stays.',
  'identities.mine':
    'The external providers through which the caller can sign in, and whether they chose a password of their own. The ids are those that removing a provider takes.',
  'identities.initiateLink':
    'Starts adding an external provider to the caller’s account and answers where to go next. Nothing is added before that provider says who the person is.',
  'identities.completeLink':
    'Proves with a password that an external sign-in that waits in this browser is the person’s own, links it and signs in. Wrong passwords count toward the lock.',
  'identities.unlink':
    'Removes an external provider from the caller’s account. The last way to sign in cannot be removed.',
  'tokens.create':
    'Creates an access token for programs and shows its value this once; only a digest is stored. It always belongs to the caller, whatever `user_id` says. Without `expires_at` it lives as long as the service allows; at most 20 may be active.',
  'tokens.list':
    'The caller’s tokens without their values, active ones first. System administrators see those of a user with `user_id`, which is ignored for everybody else.',
  'tokens.revoke':
    'Revokes a token of the caller, from the next request on. It stays in the list, with the time.',
  'tokens.adminRevoke':
    'Revokes anybody’s token at once, as system administrator. The reason goes into the audit trail.',
  'users.list':
    'All accounts by name, with their state. It comes whole unless `page` or `per_page` is given.',
  'users.search':
    'Finds people by a part of their name or address. Without `scope` those who could still become members, for its admins; with `members` those who are, for every member. At least two characters, at most 25 rows.',
  'users.adminCreate':
    'Creates an account, confirmed at once. Without a password the person gets a mail to choose one; where mail is off, `reset_url` is the link to pass on.',
  'users.update':
    'Changes name, address, chat handle or the administrator flag of a user; what is absent stays. The last system administrator cannot be demoted; a change of the flag is told in the chat, where one is set up.',
  'users.destroy':
    'Deletes an account; comments stay under the name. The only system administrator and the only admin of a project cannot be deleted, and the toast names the projects.',
  'users.lock':
    'Locks an account: its sessions end, and its tokens rest until it is unlocked. Nobody can lock their own.',
  'users.unlock':
    'Unlocks an account, whatever locked it, and forgets failed sign-ins. Unlocking an unlocked one changes nothing.',
  'users.setPassword':
    'Sets a password for a user and ends their sessions; they are told by mail. It is for people who cannot receive mail: a link is better.',
  'users.sendPasswordReset':
    'Mails a user a link to choose a new password; their current one works until then. 422 where mail is off.',
  'users.generateResetLink':
    'Makes the same link and shows it once, to be passed on by hand. Making it ends the validity of an earlier one.',
  'users.endSessions': 'Ends all sessions of a user at once. Their tokens and password stay valid.',
  'users.listSessions': 'The live sessions of a user, newest first, with address and browser.',
  'administration.settings':
    'Every setting by name: its value, and whether it comes from the environment, from `.env` or is the default. Of secrets it says only whether they are set.',
  'administration.checks':
    'Database, mail, chat, OIDC and LDAP, and whether the settings name them. It connects to none of them.',
  'administration.check':
    'Connects to one of them and signs in where that is set up. A failed test is an answer with `ok: false` and why. No message is sent.',
  'administration.jobs': 'Jobs of all users, newest first, for 24 hours after they ended.',
  'jobs.list': 'Long work that the caller has started, the newest first; kept 24 hours after it ended.',
  'jobs.show':
    'How far long work is that a request with `Prefer: respond-async` started, for who started it and system administrators; nobody else knows of it. A failed job carries in `refusal` what the operation would have answered.',
  'jobs.result':
    'The file or the JSON that the operation would have answered, with its headers; 404 until the job is done. Whoever lost the role since gets the refusal of the operation.',
  'jobs.end':
    'Cancels a job that waits or runs: a change that is under way is rolled back. One that has ended is forgotten with its result.',
}
