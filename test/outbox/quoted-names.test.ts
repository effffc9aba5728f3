import { expect, it } from 'vitest'
import { toOneLine, quoteName, shortenName } from '../../src/outbox/names.ts'

it.each([
  ['a line break', 'Harbor\r\nBcc: all@example.org', 'Harbor Bcc: all@example.org'],
  ['control characters', 'Har\u0000bor\u001b[2J', 'Har bor [2J'],
  ['marks that turn the direction', 'Har\u202Ebor', 'Harbor'],
  ['surrounding blanks', '  Harbor ', 'Harbor'],
])('a line contains no %s', (_, values, line) => {
  expect(toOneLine(values)).toBe(line)
})

it('a name is truncated after 60 characters, not within one', () => {
  expect(shortenName('x'.repeat(60))).toBe('x'.repeat(60))
  expect(shortenName('🦦'.repeat(61))).toBe(`${'🦦'.repeat(60)}…`)
})

it('a quoted name cannot close its quotation marks', () => {
  expect(quoteName('Harbor" was deleted. Sign in at "evil.example')).toBe(
    `"Harbor' was deleted. Sign in at 'evil.example"`,
  )
})
