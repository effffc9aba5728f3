import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FailedSignIns } from '../../entities/failed-sign-ins.ts'
import type { LockoutPolicy } from '../../entities/lockout.ts'
import { User } from '../../entities/user.ts'
import { minutesLater, MINUTE, policy } from '../support/lockout.ts'

/** The effect of failures at these minutes on an account, and on an address without one. */
function compareBoth(minutes: number[], rules: LockoutPolicy) {
  const user = Object.assign(new User(), { failedAttempts: 0, signInCount: 0 })
  const address = Object.assign(new FailedSignIns(), { failedAttempts: 0 })
  return minutes.map((minute) => {
    const now = minutesLater(minute)
    const locked = [user.findLockReason(now, rules) !== null, address.isLocked(now, rules)]
    return { locked, outcomes: [user.recordFailure(now, rules), address.recordFailure(now, rules)] }
  })
}

describe('accounts and addresses without an account', () => {
  it('lock in the same way when failures leave the time window', () => {
    const rules = { ...policy, maxAttempts: 5 }
    const steps = compareBoth([0, 14, 14, 14, 16, 16], rules)
    expect(steps.map(({ outcomes }) => outcomes[0])).toEqual([
      'counted',
      'counted',
      'counted',
      'counted',
      'counted',
      'locked',
    ])
    for (const { outcomes } of steps) expect(outcomes[1]).toBe(outcomes[0])
  })

  it('lock in the same way for all times and settings', () => {
    const rules = fc.record({
      enabled: fc.boolean(),
      maxAttempts: fc.integer({ min: 1, max: 6 }),
      windowMs: fc.integer({ min: 1, max: 30 }).map((minutes) => minutes * MINUTE),
      unlockInMs: fc.integer({ min: 1, max: 90 }).map((minutes) => minutes * MINUTE),
      strategy: fc.constantFrom('email' as const, 'time' as const, 'both' as const),
    })
    const times = fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 25 })
    fc.assert(
      fc.property(rules, times, (policy, minutes) => {
        for (const { locked, outcomes } of compareBoth(
          minutes.toSorted((a, b) => a - b),
          policy,
        )) {
          expect(locked[1]).toBe(locked[0])
          expect(outcomes[1]).toBe(outcomes[0])
        }
      }),
    )
  })
})
