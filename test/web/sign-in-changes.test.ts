import { expect, test } from 'vitest'
import { nameSignInValues } from '../../web/pages/admin/sign-in-changes.ts'

test('the audit trail names the program and the method of a sign-in', () => {
  const agent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36'
  const changes = [
    { field: 'client', new_value: agent },
    { field: 'method', new_value: 'local' },
    { field: 'method', new_value: 'oidc' },
    { field: 'name', new_value: 'local' },
  ]
  expect(nameSignInValues(changes).map(({ new_name: name }) => name)).toEqual([
    'Chrome on Linux',
    'Password',
    undefined,
    undefined,
  ])
})

test('the audit trail says why a credential was rejected, and shows an unknown code as it is', () => {
  const reasons = ['password.invalid_token', 'invalid_token', 'unknown_provider', 'something_new']
  const changes = reasons.map((reason) => ({ field: 'reason', new_value: reason }))
  expect(nameSignInValues(changes).map(({ new_name: name }) => name)).toEqual([
    'Invalid or expired link',
    'Unknown, revoked or expired token',
    'Unknown sign-in method',
    undefined,
  ])
})
