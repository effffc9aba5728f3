import type { UnlockStrategy } from '../src/vocabulary.ts'

/** When wrong passwords lock an account or an address, and what lifts the lock (rules ). */
export interface LockoutPolicy {
  enabled: boolean
  maxAttempts: number
  windowMs: number
  unlockInMs: number
  strategy: UnlockStrategy
}

/** The failures counted so far, of an account or of an address that belongs to none. */
export interface Failures {
  failedAttempts: number
  firstFailedAt?: Date | null | undefined
  lastFailedAt?: Date | null | undefined
  lockedAt?: Date | null | undefined
}

/** What a failure did: it locked, it met a lock that stands already, or it was only counted. */
export type FailureOutcome = 'counted' | 'locked' | 'still_locked'

/** Whether a lock by failures stands at this moment; one past its time counts no more. */
export function isLockedOut(
  { lockedAt }: Pick<Failures, 'lockedAt'>,
  now: Date,
  policy: LockoutPolicy,
): boolean {
  if (!lockedAt || !policy.enabled) return false
  return policy.strategy === 'email' || now.getTime() - lockedAt.getTime() < policy.unlockInMs
}

/**
 * Counts one wrong password (rule A-21), for accounts and for addresses without one alike, so that a lock tells
 * no one which addresses exist. While locked the count goes on and the time of the lock stays.
 */
export function countFailure(failures: Failures, now: Date, policy: LockoutPolicy): FailureOutcome {
  if (isLockedOut(failures, now, policy)) {
    failures.failedAttempts += 1
    failures.lastFailedAt = now
    return 'still_locked'
  }
  if (failures.lockedAt) forgetFailures(failures)
  if (!policy.enabled) return 'counted'
  forgetBefore(failures, new Date(now.getTime() - policy.windowMs))
  failures.failedAttempts += 1
  failures.firstFailedAt ??= now
  failures.lastFailedAt = now
  if (failures.failedAttempts < policy.maxAttempts) return 'counted'
  failures.lockedAt = now
  return 'locked'
}

/** Begins again: nothing failed, nothing is locked. */
export function forgetFailures(failures: Failures): void {
  failures.failedAttempts = 0
  failures.firstFailedAt = null
  failures.lastFailedAt = null
  failures.lockedAt = null
}

/** The window slides: once the first failure is too old, those after it are kept until the last one is. */
function forgetBefore(failures: Failures, start: Date): void {
  const { firstFailedAt, lastFailedAt } = failures
  if (!firstFailedAt || firstFailedAt > start) return
  const lastCounts = lastFailedAt && lastFailedAt > start
  failures.failedAttempts = lastCounts ? Math.max(1, failures.failedAttempts - 1) : 0
  failures.firstFailedAt = lastCounts ? lastFailedAt : null
}
