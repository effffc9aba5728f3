import { expect, test } from 'vitest'
import { isPostable, countCharacters, formatRemaining } from '../../web/pages/comments/limits.ts'
import { findMatchingPeople, findMention, withMention } from '../../web/pages/comments/mention.ts'
import { splitText } from '../../web/pages/comments/split-text.ts'
import { toggleCounts } from '../../web/pages/comments/toggle-reaction.ts'

test('addresses and comment numbers become links, and other text is unchanged', () => {
  expect(
    splitText('See https://a.example/x_(y)?z=1, and #7; <b>not</b> [this](javascript:alert(1)).'),
  ).toEqual([
    { kind: 'plain', text: 'See ' },
    { kind: 'address', text: 'https://a.example/x_(y)?z=1', href: 'https://a.example/x_(y)?z=1' },
    { kind: 'plain', text: ', and ' },
    { kind: 'comment', text: '#7', id: 7 },
    { kind: 'plain', text: '; <b>not</b> [this](javascript:alert(1)).' },
  ])
})

test('numbers of requirements of the same component become links, except inside of longer words', () => {
  expect(splitText('Like HGW1-01-000014, not XHGW1-01-000014 or HGW1-01-0000145.', 'HGW1-01')).toEqual([
    { kind: 'plain', text: 'Like ' },
    { kind: 'requirement', text: 'HGW1-01-000014', name: 'HGW1-01-000014' },
    { kind: 'plain', text: ', not XHGW1-01-000014 or HGW1-01-0000145.' },
  ])
})

test('a mention starts after a space, on one line, with two letters', () => {
  expect(findMention('See @an', 7)).toEqual({ start: 4, typed: 'an' })
  expect(findMention('See @a', 6)).toBeNull()
  expect(findMention('mail ana@example', 16)).toBeNull()
  expect(findMention('@ana\nand', 8)).toBeNull()
})

test('choosing a person inserts the whole name and one space', () => {
  expect(withMention('See @an', { start: 4, typed: 'an' }, 'Ana Ruiz')).toEqual({
    text: 'See @Ana Ruiz ',
    caret: 14,
  })
  expect(withMention('@an please', { start: 0, typed: 'an' }, 'Ana Ruiz')).toEqual({
    text: '@Ana Ruiz please',
    caret: 10,
  })
})

test('people whose name starts with the typed text come first, and a complete name has no suggestions', () => {
  const people = [
    { name: 'Bo Anders', email: 'bo@demo.example' },
    { name: 'Ana Ruiz', email: 'ana@demo.example' },
  ]
  expect(findMatchingPeople(people, 'an').map(({ name }) => name)).toEqual(['Ana Ruiz', 'Bo Anders'])
  expect(findMatchingPeople(people, 'Ana Ruiz ')).toEqual([])
})

test('splitting a text into parts preserves all of it', () => {
  const texts = [
    '',
    '#',
    '##12 a#3 &#39; x',
    'http://',
    'قفل #4 👩‍🚀 https://é.example/ü',
    '#1#2',
    'a'.repeat(4000),
  ]
  for (const text of texts) {
    expect(
      splitText(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  }
})

test('a number within a word or an address is not a comment number', () => {
  expect(splitText('a#3 &#39; https://a.example/#4').filter(({ kind }) => kind === 'comment')).toEqual([])
})

test('length is counted in code points, and shown from 3,600 on', () => {
  expect(countCharacters('👩👩')).toBe(2)
  expect(formatRemaining('a'.repeat(3599))).toBeUndefined()
  expect(formatRemaining('👩'.repeat(3999))).toBe('1 characters left')
  expect(formatRemaining('a'.repeat(4001))).toContain('1 characters too long')
  expect(isPostable('👩'.repeat(4000))).toBe(true)
  expect(isPostable('a'.repeat(4001))).toBe(false)
  expect(isPostable(' \n')).toBe(false)
})

test('a reaction is set, switched and removed with the same button', () => {
  const none = { up: 2, down: 1, mine: null }
  expect(toggleCounts(none, 'up')).toEqual({ up: 3, down: 1, mine: 'up' })
  expect(toggleCounts(toggleCounts(none, 'up'), 'down')).toEqual({ up: 2, down: 2, mine: 'down' })
  expect(toggleCounts(toggleCounts(none, 'up'), 'up')).toEqual(none)
})
