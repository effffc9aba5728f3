import type { User } from '../../entities/user.ts'
import { securityEntry } from '../../src/audit/entries/security-entry.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { choosePassword } from '../../src/auth/passwords/choose.ts'
import { endOtherSessions } from '../../src/auth/sessions/end-sessions.ts'
import { assertNotOwnSession } from '../../src/auth/sessions/own-sign-in.ts'
import { unlockSessions } from '../../src/auth/sessions/unlock-sessions.ts'
import { illegal } from '../../src/errors.ts'
import { enqueueResetMail, newResetLink } from '../../src/outbox/account-mails.ts'
import { notifyAdministrators } from '../../src/outbox/administrator-mails.ts'
import { afterNewPassword, type AlsoEnding } from './new-password.ts'

// What administrators do to the sign-in of others; the user is write-locked (rule A-18).

/** Locks an account until an administrator unlocks it, and ends its sessions; 422 for the last administrator. */
export async function lockAccount(work: UnitOfWork, user: User, others: number): Promise<void> {
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
export async function unlockAccount({ em, db, trail }: UnitOfWork, user: User): Promise<void> {
  const before = user.lockedAt?.toISOString() ?? null
  user.unlock()
  await unlockSessions(db, user.id)
  trail.record(securityEntry(user, 'unlocked', { locked_at: [before, null] }))
  await em.flush()
}

/** Ends all sessions of a user. */
export async function endSessionsOf(work: UnitOfWork, user: User): Promise<void> {
  await endOtherSessions(work, user.id, null, 'admin')
  work.trail.record(securityEntry(user, 'sessions_ended'))
}

/** Gives someone a password and ends their sessions; 422 for one's own, and for one against the policy. */
export async function setPassword(
  work: UnitOfWork,
  user: User,
  password: string,
  also: AlsoEnding,
): Promise<void> {
  const { em, env, actor, now, trail } = work
  assertNotOwnSession(user, actor)
  user.setPassword(await choosePassword(env, password, user), now)
  trail.record(securityEntry(user, 'password_set'))
  await afterNewPassword(work, user, also)
  await em.flush()
  await endOtherSessions(work, user.id, null, 'password_changed')
  await notifyAdministrators(work, 'password_set', user)
}

/** Creates a link with which a user chooses a password; 422 for one's own account, or where no password works. */
export async function makeResetLink(work: UnitOfWork, user: User): Promise<string> {
  const { em, env, actor, now, trail } = work
  assertNotOwnSession(user, actor)
  const link = newResetLink(env, user, now, false)
  if (link === null) {
    throw illegal('user.no_local_password', 'This account signs in with a provider, or is locked.')
  }
  trail.record(securityEntry(user, 'password_reset_link_made'))
  await em.flush()
  await notifyAdministrators(work, 'reset_link_created', user)
  return link
}

/** Mails a user such a link; 422 where mail is off. */
export function sendPasswordReset({ em, env, now, trail }: UnitOfWork, user: User): void {
  if (!env.mail.on) {
    throw illegal('user.mail_off', 'Mail is off here. Make a reset link and pass it on instead.')
  }
  const sent = enqueueResetMail(em, env, user, now)
  if (sent) trail.record(securityEntry(user, 'password_reset_sent'))
}
