import { expect, test } from 'vitest'
import { z } from 'zod'
import { REASONS } from '../../openapi/reasons.ts'
import { findPasswordProblems } from '../../src/config/passwords/password-policy.ts'
import '../../src/lib/value-messages.ts'
import { ERROR_MESSAGES } from '../../web/api/reason-texts.ts'
import { GERMAN_REASONS, translateDetail, translateError } from '../../web/languages/de-errors.ts'
import { STRICT_POLICY } from '../support/password-policy.ts'

test('every reason has a German text, in one of both lists', () => {
  const missing = Object.keys(REASONS).filter(
    (reason) => !Object.hasOwn(ERROR_MESSAGES, reason) && !Object.hasOwn(GERMAN_REASONS, reason),
  )
  expect(missing).toEqual([])
  const unneeded = Object.keys(GERMAN_REASONS).filter(
    (reason) => !Object.hasOwn(REASONS, reason) || Object.hasOwn(ERROR_MESSAGES, reason),
  )
  expect(unneeded).toEqual([])
})

test('a message that names a file follows the German text, another one is replaced', () => {
  expect(translateError('xccdf.no_rules', 'The file a.xml has no rules.', {})).toBe(
    'Die Benchmark hat keine Regeln. (The file a.xml has no rules)',
  )
  expect(translateError('identity.linked', 'This sign-in is already linked.', {})).toBe(
    'Diese Anmeldung ist bereits verknüpft.',
  )
  const errors = { name: ['must not be blank'], 'rows.0': ['The row is empty.'] }
  expect(
    translateError('validation', 'Name must not be blank', errors, (path) =>
      path === 'name' ? 'Name' : undefined,
    ),
  ).toBe('Name: darf nicht leer sein. The row is empty.')
  expect(translateError('no such reason', 'It failed.', {})).toBeUndefined()
})

test('the messages of the usual form fields are German', () => {
  const schema = z.object({
    name: z.string().max(5),
    number: z.int().min(1),
    day: z.iso.date(),
    kind: z.enum(['a', 'b']),
    list: z.array(z.string()).max(1),
  })
  const wrong = schema.safeParse({ name: 'too long', number: 0, day: '?', kind: 'c', list: ['a', 'b'] })
  const messages = [
    ...(wrong.error?.issues.map(({ message }) => message) ?? []),
    ...findPasswordProblems('', STRICT_POLICY),
    ...findPasswordProblems('correct horse battery', { ...STRICT_POLICY, maxLength: 5 }),
    ...findPasswordProblems('password', { ...STRICT_POLICY, minLength: 1 }),
    'must not be blank',
    'has already been taken',
    'must not contain invisible characters',
  ]
  expect(messages.map(translateDetail).filter((text, index) => text === messages[index])).toEqual([])
  expect(translateDetail('must have at most 255 characters')).toBe('darf höchstens 255 Zeichen haben')
  expect(translateDetail('something else')).toBe('something else')
})
