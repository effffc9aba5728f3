import type { User } from '../../entities/user.ts'
import { securityEntry } from '../../src/audit/security-entry.ts'
import { choosePassword } from '../../src/auth/passwords/choose.ts'
import { endOtherSessions } from '../../src/auth/sessions/end-sessions.ts'
import { assertNotOwn } from '../../src/auth/sessions/own-sign-in.ts'
import { illegal } from '../../src/errors.ts'
import { enqueueResetMail, newResetLink } from '../../src/outbox/account-mails.ts'
import type { Work } from '../../src/work.ts'
import { afterNewPassword, type AlsoEnding } from './new-password.ts'

// What administrators do to the sign-in of others; the user is write-locked (rule A-18).

/** Locks an account until an administrator unlocks it, and ends its sessions; 422 for the last administrator. */
export async function lockAccount(work: Work, user: User, others: number): Promise<void> {
  const { em, actor, now, trail } = work
  const before = user.lockedAt?.toISOString() ?? null
  user.lockBy(actor, now)
  user.assertNotLastAdministrator(others)
  const after = user.lockedAt?.toISOString() ?? null
  trail.record(securityEntry(user, 'locked', { locked_at: [before, after] }))
  await em.flush()
  await endOtherSessions(work, user.id, null, 'account_locked')
}

/** Lifts whatever lock there is. */
export async function unlockAccount({ em, trail }: Work, user: User): Promise<void> {
  const before = user.lockedAt?.toISOString() ?? null
  user.unlock()
  trail.record(securityEntry(user, 'unlocked', { locked_at: [before, null] }))
  await em.flush()
}

/** Ends all sessions of a user. */
export async function endSessionsOf(work: Work, user: User): Promise<void> {
  await endOtherSessions(work, user.id, null, 'admin')
  work.trail.record(securityEntry(user, 'sessions_ended'))
}

/** Gives somebody a password and ends their sessions; 422 for one's own, and for one against the policy. */
export async function setPassword(work: Work, user: User, password: string, also: AlsoEnding): Promise<void> {
  const { em, env, actor, now, trail } = work
  assertNotOwn(user, actor)
  user.setPassword(await choosePassword(env, password, user), now)
  trail.record(securityEntry(user, 'password_set'))
  await afterNewPassword(work, user, also)
  await em.flush()
  await endOtherSessions(work, user.id, null, 'password_changed')
}

/** Makes a link with which a user chooses a password; 422 for one's own, and where a password lets nobody in. */
export function makeResetLink({ env, actor, now, trail }: Work, user: User): string {
  assertNotOwn(user, actor)
  const link = newResetLink(env, user, now)
  if (link === null) {
    throw illegal('user.no_local_password', 'This account signs in with a provider, or is locked.')
  }
  trail.record(securityEntry(user, 'password_reset_link_made'))
  return link
}

/** Mails a user such a link; 422 where mail is off. */
export function sendPasswordReset({ em, env, now, trail }: Work, user: User): void {
  if (!env.mail.on) {
    throw illegal('user.mail_off', 'Mail is off here. Make a reset link and pass it on instead.')
  }
  const sent = enqueueResetMail(em, env, user, now)
  if (sent) trail.record(securityEntry(user, 'password_reset_sent'))
}
