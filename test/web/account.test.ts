import { expect, test } from 'vitest'
import { SIGN_IN_ERRORS } from '../../src/auth/external/sign-in-error.ts'
import { formatBrowser } from '../../web/pages/account/browser-labels.ts'
import {
  changeChoice,
  findChoice,
  toChoices,
  toPreferences,
} from '../../web/pages/account/notification-choices.ts'
import { formatSignInError, isSessionEnd } from '../../web/pages/account/sign-in-labels.ts'
import { explainNoPasswordLink } from '../../web/pages/admin/user/password-link.ts'

test.each(Object.keys(SIGN_IN_ERRORS))('sign_in_error=%s has its own message', (code) => {
  expect(formatSignInError(code)).not.toBe(formatSignInError('another'))
})

test('an empty error code shows no message, and an unknown one a general message', () => {
  expect(formatSignInError('')).toBeNull()
  expect(formatSignInError('toString')).toContain('did not work')
})

test('the end of a session is a notice, not a failed sign-in', () => {
  expect(formatSignInError('session_timed_out')).toContain('has ended')
  expect(['session_timed_out', 'session_superseded', 'account_locked'].map(isSessionEnd)).toEqual([
    true,
    true,
    false,
  ])
})

test('a project inherits the notification setting for all projects until it has its own', () => {
  const all = changeChoice(toChoices([]), null, 'comment.replied', 'now')
  expect(findChoice(all, null, 'comment.replied')).toBe('now')
  expect(findChoice(all, null, 'comment.moved')).toBe('daily')
  expect(findChoice(all, 3, 'comment.replied')).toBe('inherit')
  const changed = changeChoice(all, 3, 'comment.replied', 'never')
  expect(toPreferences(changed)).toHaveLength(2)
  expect(toPreferences(changeChoice(changed, 3, 'comment.replied', 'inherit'))).toHaveLength(1)
})

test('a password link is offered only for other users with a password whom no administrator locked', () => {
  const user = { provider: null }
  expect(explainNoPasswordLink(user, false)).toBeNull()
  expect(explainNoPasswordLink(user, true)).toContain('profile')
  expect(explainNoPasswordLink({ ...user, provider: 'oidc' }, false)).toContain('provider')
  expect(explainNoPasswordLink({ ...user, lock_reason: 'admin' }, false)).toContain('Unlock')
  expect(explainNoPasswordLink({ ...user, lock_reason: 'failed_attempts' }, false)).toBeNull()
})

test('browsers are shown by name and system', () => {
  expect(formatBrowser('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0')).toBe(
    'Firefox on Windows',
  )
  expect(formatBrowser('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36')).toBe(
    'Chrome on Linux',
  )
  expect(formatBrowser('my-script/1')).toBe('my-script/1')
  expect(formatBrowser(null)).toBe('Unknown program')
})
