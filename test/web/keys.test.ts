import { expect, test } from 'vitest'
import { matchesAction, toChord, KEYS, type Action, type Press } from '../../web/app/keys.ts'

const press = (key: string, code: string, more: Partial<Press> = {}): Press => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const outside = { inText: false, singles: true }

test('digits are read by key position, so that every layout has them without Shift', () => {
  expect(toChord(press('&', 'Digit1'))).toBe('1')
  expect(toChord(press('!', 'Digit1', { shiftKey: true }))).toBe('Shift+1')
})

test('letters are read by character, or by key position on keyboards without Latin letters', () => {
  expect(toChord(press('a', 'KeyQ'))).toBe('A')
  expect(toChord(press('о', 'KeyJ'))).toBe('J')
  expect(toChord(press('J', 'KeyJ', { shiftKey: true }))).toBe('Shift+J')
})

test('a punctuation key with Shift is a chord without Shift', () => {
  expect(toChord(press('?', 'Slash', { shiftKey: true }))).toBe('?')
})

test('Command counts as Ctrl', () => {
  expect(matchesAction(press('k', 'KeyK', { metaKey: true }), 'palette', outside)).toBe(true)
  expect(matchesAction(press('k', 'KeyK', { ctrlKey: true }), 'palette', outside)).toBe(true)
})

test('a text field accepts only the chords that are meant for text fields', () => {
  const inText = { inText: true, singles: true }
  expect(matchesAction(press('j', 'KeyJ'), 'next', inText)).toBe(false)
  expect(matchesAction(press('Enter', 'Enter', { ctrlKey: true }), 'saveAndNext', inText)).toBe(true)
})

test('E-28: single-letter shortcuts can be switched off, and the others remain', () => {
  const off = { inText: false, singles: false }
  expect(matchesAction(press('j', 'KeyJ'), 'next', off)).toBe(false)
  expect(matchesAction(press('1', 'Digit1', { shiftKey: true }), 'decide1', off)).toBe(false)
  expect(matchesAction(press('Enter', 'Enter'), 'open', off)).toBe(true)
  expect(matchesAction(press('k', 'KeyK', { ctrlKey: true }), 'palette', off)).toBe(true)
})

test('each chord has one meaning within a group', () => {
  const chords = (Object.keys(KEYS) as Action[]).flatMap((action) =>
    KEYS[action].chords.map((chord) => `${KEYS[action].group} ${chord}`),
  )
  expect(chords.filter((item, index) => chords.indexOf(item) !== index)).toEqual([])
})
