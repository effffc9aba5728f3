import { defineEntity, p } from '@mikro-orm/core'
import { DomainError, illegal } from '../src/errors.ts'
import type { UnlockStrategy } from '../src/vocabulary.ts'
import { createdAt, id, time, trigramIndex, updatedAt } from './columns.ts'

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
    resetPasswordTokenDigest: p.text().nullable().hidden(),
    resetPasswordSentAt: time().nullable(),
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
    {
      name: 'users_admin',
      expression: 'create index "users_admin" on "users" ("id") where admin',
    },
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

/** When wrong passwords lock an account, and what lifts the lock (accounts 3.1 and 7). */
export interface LockoutPolicy {
  enabled: boolean
  maxAttempts: number
  windowMs: number
  unlockInMs: number
  strategy: UnlockStrategy
}

/** A person with an account (accounts 2.1). */
export class User extends UserSchema.class {
  /** Signs in with a password of our own: neither managed by a provider nor created by one (accounts 1). */
  hasLocalCredential(): boolean {
    return !this.provider && !this.passwordAutomaticallySet
  }

  /** Why password checks are refused at this moment; null when they are not. A failure lock past its time counts no more. */
  lockedFor(now: Date, policy: LockoutPolicy): LockReason | null {
    if (this.lockReason !== 'failed_attempts') return this.lockReason ?? null
    if (!policy.enabled) return null
    const age = now.getTime() - (this.lockedAt?.getTime() ?? 0)
    return policy.strategy !== 'email' && age >= policy.unlockInMs ? null : 'failed_attempts'
  }

  /**
   * Counts one wrong password (accounts 3.1): `locked` by this very one, `still_locked` before it, else `counted`.
   * While locked the count goes on and the time of the lock stays.
   */
  recordFailure(now: Date, policy: LockoutPolicy): 'counted' | 'locked' | 'still_locked' {
    if (this.lockedFor(now, policy)) {
      this.failedAttempts += 1
      this.lastFailedAt = now
      return 'still_locked'
    }
    if (this.lockReason) this.unlock()
    if (!policy.enabled) return 'counted'
    forgetFailuresBefore(this, new Date(now.getTime() - policy.windowMs))
    this.failedAttempts += 1
    this.firstFailedAt ??= now
    this.lastFailedAt = now
    if (this.failedAttempts < policy.maxAttempts) return 'counted'
    this.lockedAt = now
    this.lockReason = 'failed_attempts'
    return 'locked'
  }

  /** Notes an interactive sign-in; token requests and password checks of signed-in people never do (accounts 3.4). */
  recordSignIn(now: Date, address: string | null): void {
    this.unlock()
    this.signInCount += 1
    this.lastSignInAt = this.currentSignInAt ?? now
    this.lastSignInIp = this.currentSignInIp ?? address
    this.currentSignInAt = now
    this.currentSignInIp = address
  }

  /** Grants or removes the right of a system administrator; `others` may still administrate (accounts 3.2). */
  setAdmin(admin: boolean, others: number): void {
    if (this.admin && !admin) this.assertNotLastAdministrator(others)
    this.admin = admin
  }

  /** Throws 422 when nobody would be left to administrate. */
  assertNotLastAdministrator(others: number): void {
    if (!this.admin || others > 0) return
    const message = 'Somebody has to administrate: this is the only system administrator.'
    throw new DomainError('invalid', 'user.last_admin', message, {
      title: 'Administrator right cannot be removed',
    })
  }

  /** Lifts any lock and forgets the failures. */
  unlock(): void {
    this.lockedAt = null
    this.lockReason = null
    this.failedAttempts = 0
    this.firstFailedAt = null
    this.lastFailedAt = null
    this.unlockTokenDigest = null
    this.unlockSentAt = null
  }

  /** An administrator's lock: it ends only through an administrator, so mailed tokens die with it (accounts 3.1). */
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

  /** Opens a password reset; the token before it is dead (accounts 3.3). Answers whether the account may have one. */
  issueResetToken(digest: string, now: Date): boolean {
    if (!this.hasLocalCredential() || this.lockReason === 'admin') return false
    this.resetPasswordTokenDigest = digest
    this.resetPasswordSentAt = now
    return true
  }

  /** Whether the outstanding reset token is still young enough. */
  mayReset(now: Date, ttlMs: number): boolean {
    if (!this.resetPasswordTokenDigest || !this.resetPasswordSentAt || this.lockReason === 'admin')
      return false
    return now.getTime() - this.resetPasswordSentAt.getTime() < ttlMs
  }

  /** A reset by mailed token: it proves the address and lifts a failure lock (accounts 3.1 and 3.3). */
  resetPassword(hash: string, now: Date): void {
    this.setPassword(hash, now)
    this.confirmedAt ??= now
    this.unlock()
  }

  /** A new local password, by whatever way: outstanding reset tokens die, the account counts as local (accounts 3.3). */
  setPassword(hash: string, now: Date): void {
    this.passwordHash = hash
    this.passwordAutomaticallySet = false
    this.passwordChangedAt = now
    this.resetPasswordTokenDigest = null
    this.resetPasswordSentAt = null
  }

  /** Holds a new address until its owner confirms it; the old one stays valid (accounts 3.1). */
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
    this.confirmedAt ??= now
    this.confirmationTokenDigest = null
    this.confirmationSentAt = null
  }

  /** A new address at once; tokens mailed to the old one die (accounts 3.3). */
  changeEmail(email: string): void {
    this.email = email
    this.unconfirmedEmail = null
    dropMailedTokens(this)
    this.confirmationTokenDigest = null
    this.confirmationSentAt = null
  }
}
UserSchema.setClass(User)

/** The window slides: once the first failure is too old, those after it are kept until the last one is. */
function forgetFailuresBefore(user: User, start: Date): void {
  const { firstFailedAt, lastFailedAt } = user
  if (!firstFailedAt || firstFailedAt > start) return
  const lastCounts = lastFailedAt && lastFailedAt > start
  user.failedAttempts = lastCounts ? Math.max(1, user.failedAttempts - 1) : 0
  user.firstFailedAt = lastCounts ? lastFailedAt : null
}

function dropMailedTokens(user: User): void {
  user.unlockTokenDigest = null
  user.unlockSentAt = null
  user.resetPasswordTokenDigest = null
  user.resetPasswordSentAt = null
}
