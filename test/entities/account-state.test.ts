import { describe, expect, it } from 'vitest'
import { User } from '../../entities/user.ts'
import { minutesLater, MINUTE, policy, start } from '../support/lockout.ts'

const createUser = (values: Partial<User> = {}) =>
  Object.assign(
    new User(),
    { id: 7, email: 'old@example.org', failedAttempts: 0, signInCount: 0, admin: false },
    values,
  )
const byFailures = { lockReason: 'failed_attempts', lockedAt: start, failedAttempts: 3 } as const
const byAdmin = { lockReason: 'admin', lockedAt: start } as const
const MAILED = {
  resetPasswordTokenDigest: 'r',
  resetPasswordSentAt: start,
  unlockTokenDigest: 'u',
  unlockSentAt: start,
  confirmationTokenDigest: 'c',
  confirmationSentAt: start,
}
const expectRejection = (reason: string) => expect.objectContaining({ reason })
const pickTokens = (user: User) => ({
  reset: user.resetPasswordTokenDigest ?? null,
  unlock: user.unlockTokenDigest ?? null,
  confirmation: user.confirmationTokenDigest ?? null,
})

/** The rows of the account state table (rule A-13) that concern a single record. */
describe('an account', () => {
  it.each([
    ['active', {}, null],
    ['locked by failures', byFailures, 'failed_attempts'],
    ['locked by an administrator', byAdmin, 'admin'],
  ] as const)('an account that is %s keeps this reason to reject passwords', (_, values, reason) => {
    expect(createUser(values).findLockReason(minutesLater(1), policy)).toBe(reason)
  })

  it.each([
    ['an administrator', (user: User) => user.unlock()],
    ['a sign-in', (user: User) => user.recordSignIn(minutesLater(1), null)],
    ['a password reset', (user: User) => user.resetPassword('hash', minutesLater(1))],
  ])('A-13: locked by failures becomes active again by %s, and counts from zero', (_, lift) => {
    const user = createUser({
      ...byFailures,
      firstFailedAt: start,
      lastFailedAt: start,
      unlockTokenDigest: 'u',
    })
    lift(user)
    expect(user).toMatchObject({ lockReason: null, lockedAt: null, failedAttempts: 0, firstFailedAt: null })
    expect(user.unlockTokenDigest).toBeNull()
    expect(user.recordFailure(minutesLater(2), policy)).toBe('counted')
    expect(user.failedAttempts).toBe(1)
  })

  it('A-13: locked by failures can additionally be locked by an administrator, once', () => {
    const user = createUser({ ...byFailures, ...MAILED })
    user.lockBy({ id: 1 }, minutesLater(5))
    user.lockBy({ id: 1 }, minutesLater(9))
    expect(user).toMatchObject({ lockReason: 'admin', lockedAt: minutesLater(5) })
    expect(pickTokens(user)).toEqual({ reset: null, unlock: null, confirmation: 'c' })
    expect(user.findLockReason(minutesLater(100_000), policy)).toBe('admin')
  })

  it.each([
    ['active', {}, false],
    ['locked by an administrator', byAdmin, false],
    ['locked by failures', byFailures, true],
  ] as const)('an account that is %s accepts an unlock token: %s', (_, values, accepted) => {
    const user = createUser(values)
    user.issueUnlockToken('digest', minutesLater(1))
    expect(user.unlockTokenDigest === 'digest').toBe(accepted)
  })

  it('locked by an administrator counts wrong passwords, but never unlocks', () => {
    const user = createUser(byAdmin)
    expect(user.recordFailure(minutesLater(60), policy)).toBe('still_locked')
    expect(user).toMatchObject({ lockReason: 'admin', lockedAt: start, failedAttempts: 1 })
  })

  it('stores the previous sign-in', () => {
    const user = createUser()
    user.recordSignIn(minutesLater(1), '192.0.2.1')
    user.recordSignIn(minutesLater(2), '192.0.2.2')
    expect(user).toMatchObject({
      signInCount: 2,
      lastSignInAt: minutesLater(1),
      lastSignInIp: '192.0.2.1',
      currentSignInAt: minutesLater(2),
      currentSignInIp: '192.0.2.2',
    })
  })
})

describe('mailed tokens', () => {
  it.each([
    ['a new password', (user: User) => user.setPassword('hash', minutesLater(1)), ['reset']],
    [
      'a new address',
      (user: User) => user.changeEmail('new@example.org'),
      ['reset', 'unlock', 'confirmation'],
    ],
    ['a confirmation', (user: User) => user.confirm(minutesLater(1), 5 * MINUTE), ['confirmation']],
    ['an unlock', (user: User) => user.unlock(), ['unlock']],
  ])('are invalidated by %s', (_, change, dead) => {
    const user = createUser(MAILED)
    change(user)
    const cleared = Object.entries(pickTokens(user)).flatMap(([kind, digest]) =>
      digest === null ? [kind] : [],
    )
    expect(cleared).toEqual(dead)
  })

  it('leave the old address valid until the new one is confirmed', () => {
    const user = createUser({ confirmedAt: start })
    user.requestEmail('new@example.org', 'digest', start)
    expect(user).toMatchObject({ email: 'old@example.org', unconfirmedEmail: 'new@example.org' })
    user.confirm(minutesLater(1), 5 * MINUTE)
    expect(user).toMatchObject({ email: 'new@example.org', unconfirmedEmail: null, confirmedAt: start })
  })

  it('mailed tokens for a pending address are invalidated when an administrator sets another', () => {
    const user = createUser()
    user.requestEmail('new@example.org', 'digest', start)
    user.changeEmail('third@example.org')
    expect(user).toMatchObject({ email: 'third@example.org', unconfirmedEmail: null })
    expect(user.confirmationTokenDigest).toBeNull()
  })
})

describe('the last system administrator', () => {
  it.each([
    [true, false, 0, true],
    [true, false, 1, false],
    [true, true, 0, false],
    [false, true, 0, false],
    [false, false, 0, false],
  ])(
    'rejects a change of the admin right from %s to %s with %i other admins: %s',
    (before, after, others, isKept) => {
      const user = createUser({ admin: before })
      const change = () => user.setAdmin(after, others)
      if (isKept) expect(change).toThrow(expectRejection('user.last_admin'))
      else expect(change).not.toThrow()
      expect(user.admin).toBe(isKept ? before : after)
    },
  )
})

describe('a local credential', () => {
  it.each([
    [{}, true],
    [{ provider: 'oidc', uid: 'x' }, false],
    [{ passwordAutomaticallySet: true }, false],
  ])('A-1: belongs to an account like %j: %s', (values, local) => {
    expect(createUser(values).hasLocalCredential()).toBe(local)
  })

  it('A-1: is created with the first password of the account', () => {
    const user = createUser({ passwordAutomaticallySet: true })
    user.setPassword('hash', start)
    expect(user.hasLocalCredential()).toBe(true)
  })
})
