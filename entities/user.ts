import { defineEntity, p } from '@mikro-orm/core'
import { DomainError, illegal } from '../src/errors.ts'
import { createdAt, id, time, trigramIndex, updatedAt } from './columns.ts'
import {
  countFailure,
  forgetFailures,
  isLockedOut,
  type FailureOutcome,
  type LockoutPolicy,
} from './lockout.ts'

export const LOCK_REASONS = ['failed_attempts', 'admin'] as const
export type LockReason = (typeof LOCK_REASONS)[number]

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: id(),
    name: p.text(),
    email: p.text(),
    admin: p.boolean().default(false),
    provider: p.text().nullable(),
    uid: p.text().nullable(),
    passwordHash: p.text().nullable().hidden(),
    passwordAutomaticallySet: p.boolean().default(false),
    passwordChangedAt: time().nullable(),
    slackUserId: p.text().nullable(),
    confirmedAt: time().nullable(),
    confirmationTokenDigest: p.text().nullable().hidden(),
    confirmationSentAt: time().nullable(),
    unconfirmedEmail: p.text().nullable(),
    emailVerifiedAt: time().nullable(),
    resetPasswordTokenDigest: p.text().nullable().hidden(),
    resetPasswordSentAt: time().nullable(),
    resetPasswordMailed: p.boolean().default(false),
    unlockTokenDigest: p.text().nullable().hidden(),
    unlockSentAt: time().nullable(),
    failedAttempts: p.integer().default(0),
    firstFailedAt: time().nullable(),
    lastFailedAt: time().nullable(),
    lockedAt: time().nullable(),
    lockReason: p.enum(LOCK_REASONS).nullable(),
    signInCount: p.integer().default(0),
    currentSignInAt: time().nullable(),
    lastSignInAt: time().nullable(),
    currentSignInIp: p.text().nullable().hidden(),
    lastSignInIp: p.text().nullable().hidden(),
    rememberCreatedAt: time().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [
    { name: 'users_provider_uid_unique', properties: ['provider', 'uid'] },
    { name: 'users_confirmation_token_digest_unique', properties: ['confirmationTokenDigest'] },
    { name: 'users_reset_password_token_digest_unique', properties: ['resetPasswordTokenDigest'] },
    { name: 'users_unlock_token_digest_unique', properties: ['unlockTokenDigest'] },
  ],
  indexes: [
    {
      name: 'users_email_unique',
      expression: 'create unique index "users_email_unique" on "users" (lower(email))',
    },
    { name: 'users_email', properties: ['email'] },
    {
      name: 'users_unconfirmed_email',
      properties: ['unconfirmedEmail'],
      where: 'unconfirmed_email is not null',
    },
    { name: 'users_locked', properties: ['name', 'id'], where: 'locked_at is not null' },
    { name: 'users_admin', properties: ['id'], where: 'admin' },
    trigramIndex('users', 'name', 'lower(name)'),
    trigramIndex('users', 'email', 'lower(email)'),
  ],
  checks: [
    { name: 'users_email_normal', expression: 'email = lower(btrim(email))' },
    { name: 'users_provider_pair', expression: '(provider is null) = (uid is null)' },
    { name: 'users_lock_has_reason', expression: '(locked_at is null) = (lock_reason is null)' },
    { name: 'users_failed_attempts_positive', expression: 'failed_attempts >= 0' },
  ],
})

/** Whether a reset token sent at some time is still young enough, and the account not locked by an administrator. */
export function isResettable(
  account: { resetPasswordSentAt?: Date | null | undefined; lockReason?: LockReason | null | undefined },
  now: Date,
  ttlMs: number,
): boolean {
  const { resetPasswordSentAt: sentAt, lockReason } = account
  return Boolean(sentAt) && lockReason !== 'admin' && now.getTime() - Number(sentAt) < ttlMs
}

/**
 * Whether an account is neither managed by a provider nor created by one, so that its owner chose a password (rule
 *
 */
export function isLocal(account: {
  provider?: string | null | undefined
  passwordAutomaticallySet?: boolean | null | undefined
}): boolean {
  return !account.provider && !account.passwordAutomaticallySet
}

/** A person with an account (rule A-3). */
export class User extends UserSchema.class {
  /** Records that a mailed link or a provider proved the present address. */
  verifyEmail(now: Date): void {
    this.emailVerifiedAt ??= now
  }

  /** Signs in with a password of our own. */
  hasLocalCredential(): boolean {
    return isLocal(this)
  }

  /** Why password checks are refused at this moment; null when they are not. A failure lock past its time counts no more. */
  lockedFor(now: Date, policy: LockoutPolicy): LockReason | null {
    if (this.lockReason !== 'failed_attempts') return this.lockReason ?? null
    return isLockedOut(this, now, policy) ? 'failed_attempts' : null
  }

  /** Counts one wrong password (rule A-21). An administrator's lock stays what it is. */
  recordFailure(now: Date, policy: LockoutPolicy): FailureOutcome {
    if (this.lockReason === 'admin') {
      this.failedAttempts += 1
      this.lastFailedAt = now
      return 'still_locked'
    }
    if (this.lockReason && !this.lockedFor(now, policy)) this.unlock()
    const outcome = countFailure(this, now, policy)
    if (outcome === 'locked') this.lockReason = 'failed_attempts'
    return outcome
  }

  /** Notes an interactive sign-in; token requests and password checks of signed-in people never do (rule A-47). */
  recordSignIn(now: Date, address: string | null): void {
    this.unlock()
    this.signInCount += 1
    this.lastSignInAt = this.currentSignInAt ?? now
    this.lastSignInIp = this.currentSignInIp ?? address
    this.currentSignInAt = now
    this.currentSignInIp = address
  }

  /** Grants or removes the right of a system administrator; `others` may still administrate (rule A-15). */
  setAdmin(admin: boolean, others: number): void {
    if (this.admin && !admin) this.assertNotLastAdministrator(others)
    this.admin = admin
  }

  /** Throws 422 when no one would be left to administrate. */
  assertNotLastAdministrator(others: number): void {
    if (!this.admin || others > 0) return
    const message = 'Somebody has to administrate: this is the only system administrator.'
    throw new DomainError('invalid', 'user.last_admin', message, {
      title: 'Administrator right cannot be removed',
    })
  }

  /** Lifts any lock and forgets the failures. */
  unlock(): void {
    forgetFailures(this)
    this.lockReason = null
    this.unlockTokenDigest = null
    this.unlockSentAt = null
  }

  /** An administrator's lock: it ends only through an administrator, so mailed tokens die with it (rule A-23). */
  lockBy(administrator: { id: number }, now: Date): void {
    if (administrator.id === this.id) throw illegal('user.lock_self', 'You cannot lock your own account.')
    if (this.lockReason === 'admin') return
    this.lockedAt = now
    this.lockReason = 'admin'
    dropMailedTokens(this)
  }

  /** Opens the one way to lift a failure lock by mail. */
  issueUnlockToken(digest: string, now: Date): void {
    if (this.lockReason !== 'failed_attempts') return
    this.unlockTokenDigest = digest
    this.unlockSentAt = now
  }

  /**
   * Opens a password reset; the token before it is dead (rule A-27). Answers whether the account may have one.
   * `mailed`: the token goes to the address of the account and nowhere else.
   */
  issueResetToken(digest: string, now: Date, mailed: boolean): boolean {
    if (!this.hasLocalCredential() || this.lockReason === 'admin') return false
    this.resetPasswordTokenDigest = digest
    this.resetPasswordSentAt = now
    this.resetPasswordMailed = mailed
    return true
  }

  /** Whether the outstanding reset token is still young enough. */
  mayReset(now: Date, ttlMs: number): boolean {
    return Boolean(this.resetPasswordTokenDigest) && isResettable(this, now, ttlMs)
  }

  /** Resets the password and lifts any lock; a token that was mailed verifies the address (rules ). */
  resetPassword(hash: string, now: Date, { mailed = this.resetPasswordMailed } = {}): void {
    if (mailed) this.verifyEmail(now)
    this.setPassword(hash, now)
    this.confirmedAt ??= now
    this.unlock()
  }

  /** Unlocks by a mailed link, which verifies the address too. */
  unlockByMail(now: Date): void {
    this.verifyEmail(now)
    this.unlock()
  }

  /**
   * Removes the password and every mailed token: the owner signs in with a provider only. Whoever created an account
   * for an address that was never verified may not be the owner of the address (rule A-91).
   */
  dropPassword(): void {
    this.passwordHash = null
    this.passwordAutomaticallySet = true
    this.unconfirmedEmail = null
    this.confirmationTokenDigest = null
    this.confirmationSentAt = null
    dropMailedTokens(this)
  }

  /**
   * A new local password, by whatever way: outstanding reset tokens die, the account counts as local (rule A-28). A
   * pending change of address is dropped: the person who asked for it may not be the owner.
   */
  setPassword(hash: string, now: Date): void {
    this.passwordHash = hash
    this.passwordAutomaticallySet = false
    this.passwordChangedAt = now
    dropResetToken(this)
    if (this.unconfirmedEmail == null) return
    this.unconfirmedEmail = null
    if (!this.confirmedAt) return
    this.confirmationTokenDigest = null
    this.confirmationSentAt = null
  }

  /** Holds a new address until its owner confirms it; the old one stays valid (rule A-16). */
  requestEmail(email: string, digest: string, now: Date): void {
    this.unconfirmedEmail = email
    this.issueConfirmation(digest, now)
  }

  issueConfirmation(digest: string, now: Date): void {
    this.confirmationTokenDigest = digest
    this.confirmationSentAt = now
  }

  /** Confirms the address the token was mailed to. Throws 422 when the token is older than `ttlMs`. */
  confirm(now: Date, ttlMs: number): void {
    const sent = this.confirmationSentAt?.getTime() ?? 0
    if (now.getTime() - sent >= ttlMs) {
      throw new DomainError('invalid', 'confirmation.invalid_token', 'This link is invalid or has expired.')
    }
    if (this.unconfirmedEmail) this.changeEmail(this.unconfirmedEmail)
    this.verifyEmail(now)
    this.confirmedAt ??= now
    this.confirmationTokenDigest = null
    this.confirmationSentAt = null
  }

  /** A new address at once, not yet verified; tokens mailed to the old one die (rule A-16). */
  changeEmail(email: string): void {
    this.email = email
    this.emailVerifiedAt = null
    this.unconfirmedEmail = null
    dropMailedTokens(this)
    this.confirmationTokenDigest = null
    this.confirmationSentAt = null
  }
}
UserSchema.setClass(User)

function dropMailedTokens(user: User): void {
  user.unlockTokenDigest = null
  user.unlockSentAt = null
  dropResetToken(user)
}

function dropResetToken(user: User): void {
  user.resetPasswordTokenDigest = null
  user.resetPasswordSentAt = null
  user.resetPasswordMailed = false
}
