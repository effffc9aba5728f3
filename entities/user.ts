import { defineEntity, p } from '@mikro-orm/core'
import { DomainError, stateError } from '../src/errors.ts'
import { createdAt, id, time, trigramIndex, updatedAt } from './columns.ts'
import {
  countFailure,
  resetFailures,
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

/**
 * Whether a password reset is possible: the token is young enough and no administrator locked the account.
 */
export function isResettable(
  account: { resetPasswordSentAt?: Date | null | undefined; lockReason?: LockReason | null | undefined },
  now: Date,
  ttlMs: number,
): boolean {
  const { resetPasswordSentAt: sentAt, lockReason } = account
  return Boolean(sentAt) && lockReason !== 'admin' && now.getTime() - Number(sentAt) < ttlMs
}

/** Whether the owner of an account chose its password: no provider manages or created it (rule A-1). */
export function isLocal(account: {
  provider?: string | null | undefined
  passwordAutomaticallySet?: boolean | null | undefined
}): boolean {
  return !account.provider && !account.passwordAutomaticallySet
}

/** A user account (rule A-3). */
export class User extends UserSchema.class {
  /** Marks the current address as verified by an emailed link or by a provider. */
  verifyEmail(now: Date): void {
    this.emailVerifiedAt ??= now
  }

  /** Whether the user signs in with a local password. */
  hasLocalCredential(): boolean {
    return isLocal(this)
  }

  /** Why password checks are rejected now; null if they are not. An expired failure lock is ignored. */
  findLockReason(now: Date, policy: LockoutPolicy): LockReason | null {
    if (this.lockReason !== 'failed_attempts') return this.lockReason ?? null
    return isLockedOut(this, now, policy) ? 'failed_attempts' : null
  }

  /** Counts one wrong password (rule A-21); an administrator's lock does not change. */
  recordFailure(now: Date, policy: LockoutPolicy): FailureOutcome {
    if (this.lockReason === 'admin') {
      this.failedAttempts += 1
      this.lastFailedAt = now
      return 'still_locked'
    }
    if (this.lockReason && !this.findLockReason(now, policy)) this.unlock()
    const outcome = countFailure(this, now, policy)
    if (outcome === 'locked') this.lockReason = 'failed_attempts'
    return outcome
  }

  /**
   * Records an interactive sign-in; not for token requests and password checks of signed-in users (rule
   *
   */
  recordSignIn(now: Date, address: string | null): void {
    this.unlock()
    this.signInCount += 1
    this.lastSignInAt = this.currentSignInAt ?? now
    this.lastSignInIp = this.currentSignInIp ?? address
    this.currentSignInAt = now
    this.currentSignInIp = address
  }

  /** Grants or revokes system administration. `others`: number of other administrators (rule A-15). */
  setAdmin(admin: boolean, others: number): void {
    if (this.admin && !admin) this.assertNotLastAdministrator(others)
    this.admin = admin
  }

  /** Throws 422 if no system administrator would be left. */
  assertNotLastAdministrator(others: number): void {
    if (!this.admin || others > 0) return
    const message = 'This is the only system administrator. Make someone else a system administrator first.'
    throw new DomainError('invalid', 'user.last_admin', message, {
      title: 'Administrator right cannot be removed',
    })
  }

  /** Removes any lock and resets the failure count. */
  unlock(): void {
    resetFailures(this)
    this.lockReason = null
    this.unlockTokenDigest = null
    this.unlockSentAt = null
  }

  /** Locks the account until an administrator unlocks it; revokes emailed tokens (rule A-23). */
  lockBy(administrator: { id: number }, now: Date): void {
    if (administrator.id === this.id) throw stateError('user.lock_self', 'You cannot lock your own account.')
    if (this.lockReason === 'admin') return
    this.lockedAt = now
    this.lockReason = 'admin'
    dropMailedTokens(this)
  }

  /** Issues a token that lifts a failure lock; does nothing for other locks. */
  issueUnlockToken(digest: string, now: Date): void {
    if (this.lockReason !== 'failed_attempts') return
    this.unlockTokenDigest = digest
    this.unlockSentAt = now
  }

  /**
   * Issues a reset token and revokes the previous one (rule A-27). Returns false if the account can't have
   * one. `mailed`: the token is sent only to the account's address.
   */
  issueResetToken(digest: string, now: Date, mailed: boolean): boolean {
    if (!this.hasLocalCredential() || this.lockReason === 'admin') return false
    this.resetPasswordTokenDigest = digest
    this.resetPasswordSentAt = now
    this.resetPasswordMailed = mailed
    return true
  }

  /** Whether the current reset token has not expired. */
  canReset(now: Date, ttlMs: number): boolean {
    return Boolean(this.resetPasswordTokenDigest) && isResettable(this, now, ttlMs)
  }

  /**
   * Resets the password and lifts any lock; an emailed token also verifies the address (rules ).
   */
  resetPassword(hash: string, now: Date, { mailed = this.resetPasswordMailed } = {}): void {
    if (mailed) this.verifyEmail(now)
    this.setPassword(hash, now)
    this.confirmedAt ??= now
    this.unlock()
  }

  /** Unlocks the account by an emailed link and verifies the address. */
  unlockByMail(now: Date): void {
    this.verifyEmail(now)
    this.unlock()
  }

  /**
   * Removes the password and every emailed token, so that only a provider can sign the owner in. The creator
   * of an account with an unverified address may not own the address (rule A-91).
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
   * Sets a local password and revokes reset tokens (rule A-28). Drops a pending change of address: the person
   * who requested it may not be the owner.
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

  /** Stores a new address until its owner confirms it; the old one stays valid (rule A-16). */
  requestEmail(email: string, digest: string, now: Date): void {
    this.unconfirmedEmail = email
    this.issueConfirmation(digest, now)
  }

  issueConfirmation(digest: string, now: Date): void {
    this.confirmationTokenDigest = digest
    this.confirmationSentAt = now
  }

  /** Confirms the address to which the token was sent. Throws 422 if the token is older than `ttlMs`. */
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

  /** Changes the address immediately, as unverified; revokes tokens sent to the old one (rule A-16). */
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
