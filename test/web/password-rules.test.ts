import { expect, test } from 'vitest'
import { passwordRules } from '../../web/pages/account/password-rules.ts'

const POLICY = { min_length: 6, min_uppercase: 1, min_lowercase: 0, min_number: 2, min_special: 1 }

test('each active password rule shows whether the text meets it', () => {
  const met = (text: string) =>
    passwordRules(POLICY, text)
      .filter(({ isMet }) => isMet)
      .map(({ words }) => words)
  expect(passwordRules(POLICY, '').map(({ words }) => words)).toEqual([
    '6 characters',
    '1 of A to Z',
    '2 of 0 to 9',
    '1 other',
  ])
  expect(met('')).toEqual([])
  expect(met('A12')).toEqual(['1 of A to Z', '2 of 0 to 9'])
  expect(met('A12-xy')).toHaveLength(4)
  expect(met('👩👩👩👩👩')).toEqual(['1 other'])
})
