import { expect, test } from 'vitest'
import { z } from 'zod'
import { listDestinationErrors } from '../../entities/relocation.ts'
import { REASONS } from '../../openapi/reasons.ts'
import { findPasswordProblems } from '../../src/config/passwords/password-policy.ts'
import '../../src/lib/value-messages.ts'
import { parseBenchmark } from '../../src/formats/xccdf.ts'
import { ERROR_MESSAGES } from '../../web/api/reason-texts.ts'
import { GERMAN_REASONS, translateDetail, translateError } from '../../web/languages/de-errors.ts'
import { STRICT_POLICY } from '../support/password-policy.ts'
import { createBenchmarkXml } from '../support/xccdf.ts'

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
  expect(
    messages.map((text) => translateDetail(text)).filter((text, index) => text === messages[index]),
  ).toEqual([])
  expect(translateDetail('must have at most 255 characters')).toBe('darf höchstens 255 Zeichen haben')
  expect(translateDetail('something else')).toBe('something else')
})

test('a field error without a German text has the text of its reason', () => {
  const detail = 'This project already has a component named Gateway with version 3 and release 1.'
  expect(translateDetail(detail, 'component.duplicate_revision')).toBe(
    'Das Projekt hat bereits eine Komponente mit diesem Namen, dieser Version und diesem Release.',
  )
  expect(translateDetail('must not be blank', 'component.duplicate_revision')).toBe('darf nicht leer sein')
  expect(translateDetail('The row is empty.', 'validation')).toBe('The row is empty.')
})

test('the warnings of a guide upload are German', () => {
  const xml = createBenchmarkXml({
    date: 'soon',
    rules: [{ severity: null, description: '<VulnDiscussion>A</VulnDiscussion>B', extra: '<odd/>' }],
  }).replace('</title>', '</title><title>Second</title>')
  const warnings: string[] = []
  parseBenchmark(new TextEncoder().encode(xml), 'srg', {
    warn: (_line, content, reason) => warnings.push(content, reason),
  })
  expect(warnings.length).toBe(10)
  expect(
    warnings.map((text) => translateDetail(text)).filter((text, index) => text === warnings[index]),
  ).toEqual([])
})

test('all reasons against a relocation are German', () => {
  const eligible = {
    documentType: 'srg',
    released: false,
    sourceReleased: false,
    sameComponent: false,
  } as const
  const ineligible = {
    documentType: 'stig',
    released: true,
    sourceReleased: true,
    sameComponent: true,
  } as const
  const facts = (value: boolean) => ({
    declaresLineage: value,
    matchesTechnology: value,
    isNamedTarget: value,
    visibleToProposer: value,
    nextRuleNumber: value ? 1 : 1_000_000,
  })
  expect(listDestinationErrors({ ...eligible, ...facts(true) })).toEqual([])
  const errors = listDestinationErrors({ ...ineligible, ...facts(false) })
  expect(errors.length).toBe(9)
  expect(errors.map((text) => translateDetail(text)).filter((text, index) => text === errors[index])).toEqual(
    [],
  )
})

test('the results of a disposition matrix are German', () => {
  const results = [
    'Row 3 has another decision on this comment.',
    'The row is of another component.',
    'The row is about HGW1-01-000001, and comment #7 is not.',
    'The row is about the section Fix, and comment #7 is not.',
    'The text of the row differs from comment #7.',
    'The row has neither a comment id nor a comment.',
    '"Fixx" is not a section.',
    'names no comment of this component',
  ]
  expect(results.filter((text) => translateDetail(text) === text)).toEqual([])
  expect(translateDetail('The text of the row differs from comment #7.')).toContain('Kommentar #7')
})
