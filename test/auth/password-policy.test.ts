import { describe, expect, test } from 'vitest'
import { createBlocklist } from '../../src/config/passwords/common-passwords.ts'
import { findPasswordProblems } from '../../src/config/passwords/password-policy.ts'
import { STRICT_POLICY as policy } from '../support/password-policy.ts'

const noClasses = { ...policy, minUppercase: 0, minLowercase: 0, minNumber: 0, minSpecial: 0 }

test.each([
  'Gravel-Otter-42-Lantern',
  'Correct-Horse-Battery-42',
  'qB1 xD2 eF3 kH4 iJ5',
  'ÄÖ AB cd 12 rivers run',
])('%s is accepted', (password) => {
  expect(findPasswordProblems(password, policy)).toEqual([])
})

test('A-25: the error lists every broken rule', () => {
  expect(findPasswordProblems('', policy)).toHaveLength(5)
  expect(findPasswordProblems('gravelotterlantern', policy)).toHaveLength(3)
})

test.each([
  ['at least 15', 'GRavel-42-otte'],
  ['at most 128', `GRavel-42-${'otter '.repeat(20)}`],
  ['A to Z', 'Gravel-otter-42-lantern'],
  ['a to z', 'GRAVEL-OTTER-42-LANTERn'],
  ['0 to 9', 'Gravel-Otter-4-Lantern'],
  ['other characters', 'Gravel-Otter42Lantern'],
])('A-25: one message says "%s" for %s', (words, password) => {
  expect(findPasswordProblems(password, policy)).toEqual([expect.stringContaining(words)])
})

test('A-25: length counts code points', () => {
  expect(findPasswordProblems('🦦'.repeat(14) + 'x', { ...noClasses, minLength: 16 })).toEqual([
    expect.stringContaining('at least 16'),
  ])
  expect(findPasswordProblems('🦦🪨🏮🌲🦉🐚🌊🔦🧭🪵🍂🦀🐌🌾🪶', noClasses)).toEqual([])
})

test('A-25: blanks and letters outside A to Z count as special characters', () => {
  expect(findPasswordProblems('GRavelotter42 éa', policy)).toEqual([])
})

test('A-25: a count of zero disables its rule', () => {
  expect(findPasswordProblems('gravel otter lantern', noClasses)).toEqual([])
})

describe('A-25: guessable passwords are rejected', () => {
  test.each([
    'PAssword123456!!',
    'PassWord!!2026!!',
    'P@ssw0rd!P@ssw0rd!12',
    'PASSwordpassword12!!',
    'ADministrator2026!?',
    'QWertyuiop123456!!',
    '1qaz2wsx!QAZ@WSX',
    'ABcdefghijklmno12!!',
    'WElcome1234567890!!',
    'Ch@ngeM3!!!!2026',
  ])('%s', (password) => {
    expect(findPasswordProblems(password, { ...policy, minLength: 8 })).toEqual([
      expect.stringContaining('easy to guess'),
    ])
  })

  test('only a repeated piece of up to three characters counts, because longer ones satisfy the policy', () => {
    expect(findPasswordProblems('xy9'.repeat(6), noClasses)).toEqual([
      expect.stringContaining('easy to guess'),
    ])
    expect(findPasswordProblems('Aa1!'.repeat(32), policy)).toEqual([])
    expect(findPasswordProblems('Aa1!'.repeat(32) + 'x', policy)).toEqual([
      expect.stringContaining('at most 128'),
    ])
  })

  test('a password of consecutive digits counts as a sequence', () => {
    expect(findPasswordProblems('123456789012345', noClasses)).toEqual([
      expect.stringContaining('easy to guess'),
    ])
  })

  test('a password of only the caller’s own words is rejected', () => {
    const context = ['Ada Lovelace', 'ada.l', 'rulewright']
    expect(findPasswordProblems('AdaLovelace-1815!', policy, context)).toHaveLength(1)
    expect(findPasswordProblems('RuleWright--2026', policy, context)).toHaveLength(1)
    expect(findPasswordProblems('Ada-Grew-Quinces-1815', policy, context)).toEqual([])
  })

  test('an entry of the list is rejected in any letter case and with padding', () => {
    const listed = { ...policy, blocklist: createBlocklist(['tangerine', 'Gravel-Otter-42-Lantern']) }
    expect(findPasswordProblems('TAngerine--202611', listed)).toHaveLength(1)
    expect(findPasswordProblems('gRAVEL-otter-42-Lantern', listed)).toHaveLength(1)
  })

  test('an entry of the list is rejected if it is repeated', () => {
    const listed = { ...noClasses, blocklist: createBlocklist(['tangerine']) }
    expect(findPasswordProblems('tangerinetangerine', listed)).toHaveLength(1)
    expect(findPasswordProblems('tangerinetangerin', listed)).toEqual([])
  })

  test('a list of 200,000 breached passwords does not delay the check', () => {
    const entries = Array.from({ length: 200_000 }, (_, index) => `breached${index}`)
    const listed = { ...policy, blocklist: createBlocklist(entries) }
    const start = performance.now()
    for (let count = 0; count < 10; count += 1) {
      expect(findPasswordProblems(`Gravel-Otter-4${count}-Lantern`, listed)).toEqual([])
    }
    expect(performance.now() - start).toBeLessThan(500)
  })
})
