import { expect, test } from 'vitest'
import type { Role } from '../../src/vocabulary.ts'
import { toPagePath, toReturnPath } from '../../web/app/page-list.ts'
import { findPageCommands, findRequirement } from '../../web/app/palette-entries.ts'
import { listRecordPages } from '../../web/app/palette-record-pages.ts'
import { parseComponentId } from '../../web/app/record-in-address.ts'
import {
  createEnumListField,
  createFlagField,
  createIdField,
  createEnumField,
  parseQuery,
  toQueryString,
  readSearch,
  createIntegerField,
  createTextField,
} from '../../web/app/search.ts'

const fields = {
  status: createEnumField(['pending', 'concur'], 'pending'),
  q: createTextField(5),
  comment: createIdField(),
  all: createFlagField(),
  page: createIntegerField(1, 9, 1),
  sections: createEnumListField(['a', 'b', 'c']),
}

test('digits jump to a requirement of the component if it exists', () => {
  const known = [{ rule_id: '000014', displayed_name: 'HGW1-01-000014', title: 'Lock idle sessions' }]
  const findFirstCommand = (...args: Parameters<typeof findRequirement>) =>
    findRequirement(...args)?.commands[0]?.id
  expect(findFirstCommand('14', 3, undefined)).toBe('/components/3/000014')
  expect(findFirstCommand(' 000014 ', 3, known)).toBe('/components/3/HGW1-01-000014')
  expect(findFirstCommand('15', 3, known)).toBeUndefined()
  expect(findFirstCommand('14', null, undefined)).toBeUndefined()
  expect(findFirstCommand('#14', 3, undefined)).toBeUndefined()
  expect(findFirstCommand('1234567', 3, undefined)).toBeUndefined()
  expect([
    parseComponentId('/app/components/3/edit'),
    parseComponentId('/components/3'),
    parseComponentId('/components'),
  ]).toEqual([3, 3, null])
})

test('the palette offers the pages of a project or component that the role can use', () => {
  const listPages = (role: Role | null) =>
    listRecordPages({ noun: 'components', id: 3, role }, () => true).map(({ id: address }) => address)
  expect(listPages(null)).toEqual([
    '/components/3',
    '/components/3/edit',
    '/components/3/comments',
    '/components/3#export',
  ])
  expect(listPages('viewer')).not.toContain('/components/3/triage')
  expect(listPages('author')).toContain('/components/3/triage')
  expect(listPages('author')).not.toContain('/components/3/copy')
  const listProjectPages = (role: Role | null) =>
    listRecordPages({ noun: 'projects', id: 7, role }, () => true).map(({ id: address }) => address)
  expect(listProjectPages(null)).toEqual(['/projects/7'])
  expect(listProjectPages('viewer')).toEqual([
    '/projects/7',
    '/projects/7/members',
    '/projects/7/templates',
    '/projects/7/activity',
  ])
  expect(listProjectPages('author')).toContain('/projects/7/triage')
  const ofProject = listRecordPages({ noun: 'projects', id: 7, role: 'admin' }, () => true)
  expect(findPageCommands(' MEMBERS', 'Pages of the project', ofProject)?.commands[0]?.id).toBe(
    '/projects/7/members',
  )
  expect(findPageCommands('no page', 'Pages of the project', ofProject)).toBeNull()
})

test('an address is parsed completely, with any values', () => {
  const usual = { status: 'pending', q: '', comment: null, all: false, page: 1, sections: [] }
  expect(readSearch(fields, {})).toEqual(usual)
  expect(readSearch(fields, parseQuery('?status=x&comment=0&all=1&page=77&sections=z'))).toEqual(usual)
  expect(readSearch(fields, parseQuery('?comment=2147483648'))).toEqual(usual)
})

test('repeated or comma-separated names are lists', () => {
  expect(readSearch(fields, parseQuery('?sections=c&sections=a')).sections).toEqual(['a', 'c'])
  expect(readSearch(fields, parseQuery('?sections=b,c')).sections).toEqual(['b', 'c'])
})

test('texts stay texts, and are truncated', () => {
  expect(readSearch(fields, parseQuery('?q=12%2034567')).q).toBe('12 34')
})

test('NUL and unpaired surrogates are removed from an address', () => {
  expect(readSearch(fields, parseQuery('?q=a%00b')).q).toBe('ab')
  expect(readSearch(fields, parseQuery('?q=abcd%F0%9F%98%80')).q).toBe('abcd')
  expect(readSearch(fields, parseQuery('?q=abc%F0%9F%98%80')).q).toBe('abc😀')
})

test('unset options are omitted from the address', () => {
  expect(toQueryString({ q: '', comment: null, all: false, sections: [] })).toBe('')
  expect(toQueryString({ q: 'a b', comment: 7, all: true, sections: ['a', 'b'] })).toBe(
    '?q=a+b&comment=7&all=true&sections=a&sections=b',
  )
})

test('addresses of the service open pages', () => {
  expect(toPagePath('/projects/3')).toBe('/projects/3')
  expect(toPagePath('/app/projects/3?q=x')).toBe('/projects/3?q=x')
  expect(toPagePath('https://rules.example.org/app')).toBe('/')
  expect(toPagePath('/components/4#/comments/7')).toBe('/reviews/7')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  '/sign-in',
])('signing in redirects to no foreign address: %s', (address) => expect(toReturnPath(address)).toBe('/'))
