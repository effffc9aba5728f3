import type { LockoutPolicy } from '../../entities/lockout.ts'

export const MINUTE = 60_000
export const start = new Date('2026-03-01T10:00:00Z')
/** The time this many minutes after `start`. */
export const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * MINUTE)
/** Three failures within 15 minutes lock for 15 minutes. */
export const policy: LockoutPolicy = {
  enabled: true,
  maxAttempts: 3,
  windowMs: 15 * MINUTE,
  unlockInMs: 15 * MINUTE,
  strategy: 'both',
}
