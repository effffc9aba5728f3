import { expect, test } from 'vitest'
import { readTokenHeader } from '../../src/auth/authorization-header.ts'

test.each<[string | null, string | null]>([
  ['Token service_abc', 'service_abc'],
  ['token service_abc', 'service_abc'],
  ['TOKEN\tservice_abc', 'service_abc'],
  [' Token \t service_abc', 'service_abc'],
  ['Token a b', 'a b'],
  ['Token token="abc"', 'token="abc"'],
  ['Token abc ', 'abc '],
  ['Token', ''],
  ['Token  ', ''],
  [null, null],
  ['', null],
  ['Tokens abc', null],
  ['Token\u00a0abc', null],
  ['Token,abc', null],
  ['Bearer abc', null],
  ['Basic Token abc', null],
])('the header %j contains the token %j', (header, value) => {
  expect(readTokenHeader(header)).toBe(value)
})

test('an absent header contains no token', () => {
  expect(readTokenHeader(undefined)).toBeNull()
})

test('thousands of blanks are skipped', () => {
  expect(readTokenHeader(`Token${' '.repeat(5000)}x`)).toBe('x')
  expect(readTokenHeader(`Token${'\t'.repeat(5000)}`)).toBe('')
})
