import { expect, test } from 'vitest'
import {
  countWrongPassword,
  forgetWrongPasswords,
  isLastAttempt,
} from '../../web/pages/account/last-attempt.ts'

const LOCKOUT = { enabled: true, maximum_attempts: 3, last_attempt_warning: true }

test('the last attempt is the one before the lock, for each address', () => {
  countWrongPassword('olga@demo.example')
  expect(isLastAttempt('olga@demo.example', LOCKOUT)).toBe(false)
  countWrongPassword(' Olga@demo.example')
  expect(isLastAttempt('olga@demo.example', LOCKOUT)).toBe(true)
  expect(isLastAttempt('ari@demo.example', LOCKOUT)).toBe(false)
  forgetWrongPasswords('olga@demo.example')
  expect(isLastAttempt('olga@demo.example', LOCKOUT)).toBe(false)
})

test('there is no warning without a lockout, if it is turned off, or before a wrong password', () => {
  countWrongPassword('rosa@demo.example')
  countWrongPassword('rosa@demo.example')
  expect(isLastAttempt('rosa@demo.example', { ...LOCKOUT, enabled: false })).toBe(false)
  expect(isLastAttempt('rosa@demo.example', { ...LOCKOUT, last_attempt_warning: false })).toBe(false)
  expect(isLastAttempt('vito@demo.example', { ...LOCKOUT, maximum_attempts: 1 })).toBe(false)
})
