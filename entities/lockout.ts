import type { UnlockStrategy } from '../src/vocabulary.ts'

/** When wrong passwords lock an account or address, and what unlocks it (rules ). */
export interface LockoutPolicy {
  enabled: boolean
  maxAttempts: number
  windowMs: number
  unlockInMs: number
  strategy: UnlockStrategy
}

/** Failure counts of an account, or of an address without an account. */
export interface Failures {
  failedAttempts: number
  firstFailedAt?: Date | null | undefined
  lastFailedAt?: Date | null | undefined
  lockedAt?: Date | null | undefined
}

/** Result of a failure: counted, counted and locked, or already locked. */
export type FailureOutcome = 'counted' | 'locked' | 'still_locked'

/** Whether a failure lock is in effect; an expired lock is not. */
export function isLockedOut(
  { lockedAt }: Pick<Failures, 'lockedAt'>,
  now: Date,
  policy: LockoutPolicy,
): boolean {
  if (!lockedAt || !policy.enabled) return false
  const cutoff = findLockCutoff(now, policy)
  return cutoff === null || lockedAt > cutoff
}

/** Failure locks up to this time have ended by themselves; null if locks need an unlock (rule A-24). */
export function findLockCutoff(now: Date, policy: LockoutPolicy): Date | null {
  return policy.strategy === 'email' ? null : new Date(now.getTime() - policy.unlockInMs)
}

/** When a failure lock ends by itself; null if it needs an unlock. */
export function findLockEnd(lockedAt: Date, policy: LockoutPolicy): Date | null {
  return policy.strategy === 'email' ? null : new Date(lockedAt.getTime() + policy.unlockInMs)
}

/**
 * Counts one wrong password, for accounts and unknown addresses alike, so that a lock does not reveal which
 * addresses exist (rule A-21). While locked, the count continues and the lock time stays.
 */
export function countFailure(failures: Failures, now: Date, policy: LockoutPolicy): FailureOutcome {
  if (isLockedOut(failures, now, policy)) {
    failures.failedAttempts += 1
    failures.lastFailedAt = now
    return 'still_locked'
  }
  if (failures.lockedAt) resetFailures(failures)
  if (!policy.enabled) return 'counted'
  slideFailureWindow(failures, new Date(now.getTime() - policy.windowMs))
  failures.failedAttempts += 1
  failures.firstFailedAt ??= now
  failures.lastFailedAt = now
  if (failures.failedAttempts < policy.maxAttempts) return 'counted'
  failures.lockedAt = now
  return 'locked'
}

/** Resets the failure count and the lock. */
export function resetFailures(failures: Failures): void {
  failures.failedAttempts = 0
  failures.firstFailedAt = null
  failures.lastFailedAt = null
  failures.lockedAt = null
}

/** Slides the window: if the first failure is too old, later ones count until the last is too old as well. */
function slideFailureWindow(failures: Failures, start: Date): void {
  const { firstFailedAt, lastFailedAt } = failures
  if (!firstFailedAt || firstFailedAt > start) return
  const lastCounts = lastFailedAt && lastFailedAt > start
  failures.failedAttempts = lastCounts ? Math.max(1, failures.failedAttempts - 1) : 0
  failures.firstFailedAt = lastCounts ? lastFailedAt : null
}
