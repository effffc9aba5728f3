import type { User } from '../../entities/user.ts'
import { createSecurityEntry } from '../../src/audit/entries/security-entry.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { choosePassword } from '../../src/auth/passwords/choose.ts'
import { endOtherSessions } from '../../src/auth/sessions/end-sessions.ts'
import { assertNotOwnSignIn } from '../../src/auth/sessions/own-sign-in.ts'
import { unlockSessions } from '../../src/auth/sessions/unlock-sessions.ts'
import { stateError, type DomainError } from '../../src/errors.ts'
import { enqueueResetMail, createResetLink } from '../../src/outbox/account-mails.ts'
import { notifyAdministrators } from '../../src/outbox/administrator-mails.ts'
import { applyPasswordEffects, type PasswordRevocations } from './new-password.ts'

// Administrators' changes of other users' sign-in; the user must be write-locked (rule A-18).

/**
 * Locks an account until an administrator unlocks it, and ends its sessions; throws 422 for the last
 * administrator.
 */
export async function lockAccount(work: UnitOfWork, user: User, others: number): Promise<void> {
  const { em, actor, now, auditLog } = work
  const before = user.lockedAt?.toISOString() ?? null
  user.lockBy(actor, now)
  user.assertNotLastAdministrator(others)
  const after = user.lockedAt?.toISOString() ?? null
  auditLog.record(createSecurityEntry(user, 'locked', { locked_at: [before, after] }))
  await em.flush()
  await endOtherSessions(work, user.id, null, 'account_locked')
}

/** Removes any lock. */
export async function unlockAccount({ em, db, auditLog }: UnitOfWork, user: User): Promise<void> {
  const before = user.lockedAt?.toISOString() ?? null
  user.unlock()
  await unlockSessions(db, user.id)
  auditLog.record(createSecurityEntry(user, 'unlocked', { locked_at: [before, null] }))
  await em.flush()
}

/** Ends all sessions of a user. */
export async function endAllSessions(work: UnitOfWork, user: User): Promise<void> {
  await endOtherSessions(work, user.id, null, 'admin')
  work.auditLog.record(createSecurityEntry(user, 'sessions_ended'))
}

/**
 * Sets a user's password and ends their sessions; throws 422 for the caller's own account, and for an invalid password.
 */
export async function setPassword(
  work: UnitOfWork,
  user: User,
  password: string,
  also: PasswordRevocations,
): Promise<void> {
  const { em, env, actor, now, auditLog } = work
  assertNotOwnSignIn(user, actor)
  user.setPassword(await choosePassword(env, password, user), now)
  auditLog.record(createSecurityEntry(user, 'password_set'))
  await applyPasswordEffects(work, user, also)
  await em.flush()
  await endOtherSessions(work, user.id, null, 'password_changed')
  await notifyAdministrators(work, 'password_set', user)
}

/** Creates a password reset link; throws 422 for the caller's own account, or if the account can't have a password. */
export async function makeResetLink(work: UnitOfWork, user: User): Promise<string> {
  const { em, env, actor, now, auditLog } = work
  assertNotOwnSignIn(user, actor)
  const link = createResetLink(env, user, now, false)
  if (link === null) throw createNotResettableError(user)
  auditLog.record(createSecurityEntry(user, 'password_reset_link_made'))
  await em.flush()
  await notifyAdministrators(work, 'reset_link_created', user)
  return link
}

/** Emails a reset link, unless the account can't have a password (rule A-27); throws 422 if email is off. */
export function sendPasswordReset({ em, env, now, auditLog }: UnitOfWork, user: User): void {
  if (!env.mail.on) {
    throw stateError(
      'user.mail_off',
      'Email is turned off here. Create a reset link and send it to the user yourself.',
    )
  }
  const sent = enqueueResetMail(em, env, user, now)
  if (sent) auditLog.record(createSecurityEntry(user, 'password_reset_sent'))
}

/** Creates the 422 for an account whose password can't be reset. */
function createNotResettableError(user: User): DomainError {
  return user.hasLocalCredential()
    ? stateError('user.locked', 'An administrator locked this account. Unlock it first.')
    : stateError('user.no_local_password', 'This account signs in with a provider and has no password.')
}
