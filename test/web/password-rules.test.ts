import { expect, test } from 'vitest'
import { checkPasswordRules } from '../../web/pages/account/password-rules.ts'

const POLICY = { min_length: 6, min_uppercase: 1, min_lowercase: 0, min_number: 2, min_special: 1 }

test('each active password rule shows whether the text meets it', () => {
  const listMet = (text: string) =>
    checkPasswordRules(POLICY, text)
      .filter(({ isMet }) => isMet)
      .map(({ label }) => label)
  expect(checkPasswordRules(POLICY, '').map(({ label }) => label)).toEqual([
    'Characters: at least 6',
    'Uppercase letters: at least 1',
    'Digits: at least 2',
    'Other characters: at least 1',
  ])
  expect(listMet('')).toEqual([])
  expect(listMet('A12')).toEqual(['Uppercase letters: at least 1', 'Digits: at least 2'])
  expect(listMet('A12-xy')).toHaveLength(4)
  expect(listMet('👩👩👩👩👩')).toEqual(['Other characters: at least 1'])
})
