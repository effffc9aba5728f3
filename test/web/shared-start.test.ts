import { expect, test } from 'vitest'
import { findSharedStart } from '../../web/kit/shared-start.ts'

const TITLES = [
  'The operating system must lock accounts.',
  'The operating system must record events.',
  'The operating system must refuse old keys.',
]

test('the shared beginning of all titles ends with a word', () => {
  expect(findSharedStart(TITLES)).toBe('The operating system must ')
})

test('a few titles with another beginning do not matter', () => {
  expect(findSharedStart([...TITLES, 'Accounts must expire.'])).toBe('The operating system must ')
  expect(findSharedStart([...TITLES, 'A.', 'B.', 'C.', 'D.'])).toBe('')
})

test('one shared word, or one text, is not a shared beginning', () => {
  expect(findSharedStart(['The lock is on.', 'The key fits.', 'The door is shut.'])).toBe('')
  expect(findSharedStart(TITLES.slice(0, 1))).toBe('')
  expect(findSharedStart([])).toBe('')
})

test('SRG ids share their leading parts', () => {
  expect(findSharedStart(['SRG-APP-000001-A', 'SRG-APP-000014-A', 'SRG-APP-000016-A'], '-')).toBe('SRG-APP-')
})

test('equal texts of a list keep all of their words', () => {
  expect(findSharedStart(['The same title', 'The same title', 'The same title'])).toBe('')
  expect(findSharedStart([...TITLES, ...TITLES, ...TITLES])).toBe('The operating system must ')
})
