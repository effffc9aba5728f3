import { describe, expect, it } from 'vitest'
import { User } from '../../entities/user.ts'
import { minutesLater, MINUTE, policy, start } from '../support/lockout.ts'

const createUser = (values: Partial<User> = {}) =>
  Object.assign(new User(), { failedAttempts: 0, signInCount: 0 }, values)
const failSignIns = (minutes: number[], rules = policy) => {
  const user = createUser()
  const outcomes = minutes.map((minute) => user.recordFailure(minutesLater(minute), rules))
  return { user, outcomes }
}

describe('wrong passwords', () => {
  it.each([
    ['three at once lock with the third', [0, 0, 0], ['counted', 'counted', 'locked']],
    ['those outside the sliding window do not count', [0, 1, 17], ['counted', 'counted', 'counted']],
    ['the window slides with the failures', [0, 14, 16, 17], ['counted', 'counted', 'counted', 'locked']],
    ['the count goes on while locked', [0, 1, 2, 3], ['counted', 'counted', 'locked', 'still_locked']],
    [
      'a lock past its time is lifted at the next one',
      [0, 1, 2, 18],
      ['counted', 'counted', 'locked', 'counted'],
    ],
  ])('%s', (_, minutes, expected) => {
    expect(failSignIns(minutes).outcomes).toEqual(expected)
  })

  it('do not change the time of an existing lock', () => {
    const { user } = failSignIns([0, 1, 2, 9])
    expect(user.lockedAt).toEqual(minutesLater(2))
    expect(user.failedAttempts).toBe(4)
  })

  it('never lock with lockout switched off', () => {
    const { user, outcomes } = failSignIns([0, 0, 0, 0], { ...policy, enabled: false })
    expect(outcomes).toEqual(['counted', 'counted', 'counted', 'counted'])
    expect(user.failedAttempts).toBe(0)
  })
})

describe('a lock', () => {
  it.each([
    ['failed_attempts', 'both', 14, 'failed_attempts'],
    ['failed_attempts', 'both', 15, null],
    ['failed_attempts', 'time', 15, null],
    ['failed_attempts', 'email', 1000, 'failed_attempts'],
    ['admin', 'both', 1000, 'admin'],
  ] as const)(
    'a lock for %s with strategy %s counts as %s minutes pass as %s',
    (lockReason, strategy, minutes, expected) => {
      const user = createUser({ lockReason, lockedAt: start })
      expect(user.findLockReason(minutesLater(minutes), { ...policy, strategy })).toBe(expected)
    },
  )

  it('a lock by an administrator applies to others only and invalidates mailed tokens', () => {
    const user = createUser({ id: 7, resetPasswordTokenDigest: 'x', unlockTokenDigest: 'y' })
    expect(() => user.lockBy({ id: 7 }, start)).toThrow(expect.objectContaining({ reason: 'user.lock_self' }))
    user.lockBy({ id: 1 }, start)
    expect(user).toMatchObject({
      lockReason: 'admin',
      resetPasswordTokenDigest: null,
      unlockTokenDigest: null,
    })
    expect(user.issueResetToken('z', start, true)).toBe(false)
  })
})

describe('a password reset', () => {
  it.each([
    ['a local account', {}, true],
    ['an account of a provider', { provider: 'oidc' }, false],
    ['an account created by a provider', { passwordAutomaticallySet: true }, false],
    ['an account an administrator locked', { lockReason: 'admin' as const }, false],
    ['an account locked by failures', { lockReason: 'failed_attempts' as const }, true],
  ])('is available to %s: %o', (_, values, open) => {
    expect(createUser(values).issueResetToken('digest', start, true)).toBe(open)
  })

  it('confirms the address, lifts a failure lock and consumes the token', () => {
    const user = createUser({ lockReason: 'failed_attempts', lockedAt: start, failedAttempts: 3 })
    user.issueResetToken('digest', start, true)
    expect(user.canReset(minutesLater(119), 120 * MINUTE)).toBe(true)
    expect(user.canReset(minutesLater(120), 120 * MINUTE)).toBe(false)
    user.resetPassword('hash', minutesLater(1))
    expect(user).toMatchObject({
      lockReason: null,
      confirmedAt: minutesLater(1),
      resetPasswordTokenDigest: null,
    })
    expect(user.canReset(minutesLater(1), 120 * MINUTE)).toBe(false)
  })
})

describe('a confirmation', () => {
  it('replaces the address with the pending one before it expires', () => {
    const user = createUser({ email: 'old@example.org' })
    user.requestEmail('new@example.org', 'digest', start)
    expect(() => user.confirm(minutesLater(10), 5 * MINUTE)).toThrow(
      expect.objectContaining({ reason: 'confirmation.invalid_token' }),
    )
    user.confirm(minutesLater(4), 5 * MINUTE)
    expect(user).toMatchObject({
      email: 'new@example.org',
      unconfirmedEmail: null,
      confirmationTokenDigest: null,
    })
  })
})
