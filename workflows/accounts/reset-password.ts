import { LockMode } from '@mikro-orm/core'
import { isResettable, User } from '../../entities/user.ts'
import { createSecurityEntry } from '../../src/audit/entries/security-entry.ts'
import type { AnonymousUnitOfWork, UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { auditUnlock } from '../../src/auth/accounts/audit-unlock.ts'
import { endOtherSessions } from '../../src/auth/sessions/end-sessions.ts'
import { openSession } from '../../src/auth/sessions/open-session.ts'
import type { SignInClient } from '../../src/auth/sessions/sign-in-client.ts'
import { digestHex } from '../../src/lib/secrets.ts'
import { applyPasswordEffects, type PasswordRevocations } from './new-password.ts'

/** Returns the user of a reset token; null if the token is invalid or expired. */
export async function findResetTokenOwner(
  { db, env, now }: Pick<UnitOfWork, 'db' | 'env' | 'now'>,
  token: string,
): Promise<{ name: string; email: string } | null> {
  const row = await db
    .selectFrom('users')
    .select(['name', 'email', 'reset_password_sent_at', 'lock_reason'])
    .where('reset_password_token_digest', '=', digestHex(token))
    .executeTakeFirst()
  if (!row) return null
  const { name, email, reset_password_sent_at: sentAt, lock_reason: lockReason } = row
  const account = { resetPasswordSentAt: sentAt === null ? null : new Date(sentAt), lockReason }
  return isResettable(account, now, env.accounts.passwordResetMs) ? { name, email } : null
}

/** A new password with an emailed token. */
export interface PasswordReset extends PasswordRevocations {
  token: string
  passwordHash: string
}

/**
 * Resets the password of a token's user, ends their sessions and signs them in (rules ). Returns
 * the cookies of the new session; null if the token is invalid or expired.
 */
export async function resetPassword(
  work: AnonymousUnitOfWork,
  reset: PasswordReset,
  client: SignInClient,
): Promise<string[] | null> {
  const { em, now, auditLog, env } = work
  const digest = digestHex(reset.token)
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE }
  const user = await em.findOne(User, { resetPasswordTokenDigest: digest }, lock)
  if (!user?.canReset(now, env.accounts.passwordResetMs)) return null
  auditUnlock(auditLog, user, user.lockedAt, 'password_reset')
  user.resetPassword(reset.passwordHash, now)
  await applyPasswordEffects(work, user, reset)
  await em.flush()
  await endOtherSessions(work, user.id, null, 'password_changed')
  const cookies = await openSession(work, user, client, { method: 'local' })
  auditLog.record({ ...createSecurityEntry(user, 'password_reset'), actor: user })
  return cookies
}
