import { expect, test } from 'vitest'
import { isPostable, lengthOf, roomLeft } from '../../web/pages/comments/limits.ts'
import { piecesOf } from '../../web/pages/comments/split-words.ts'
import { toggleCounts } from '../../web/pages/comments/toggle-reaction.ts'

test('addresses and comment numbers become links, everything else stays as it was written', () => {
  expect(
    piecesOf('See https://a.example/x_(y)?z=1, and #7; <b>not</b> [this](javascript:alert(1)).'),
  ).toEqual([
    { kind: 'plain', text: 'See ' },
    { kind: 'address', text: 'https://a.example/x_(y)?z=1', href: 'https://a.example/x_(y)?z=1' },
    { kind: 'plain', text: ', and ' },
    { kind: 'comment', text: '#7', id: 7 },
    { kind: 'plain', text: '; <b>not</b> [this](javascript:alert(1)).' },
  ])
})

test('no text is lost or added by taking it apart', () => {
  const texts = [
    '',
    '#',
    '##12 a#3 &#39; x',
    'http://',
    'قفل #4 👩‍🚀 https://é.example/ü',
    '#1#2',
    'a'.repeat(4000),
  ]
  for (const text of texts)
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
})

test('a number within a word or an address is no comment', () => {
  expect(piecesOf('a#3 &#39; https://a.example/#4').filter(({ kind }) => kind === 'comment')).toEqual([])
})

test('length is counted in code points, and told from 3,600 on', () => {
  expect(lengthOf('👩👩')).toBe(2)
  expect(roomLeft('a'.repeat(3599))).toBeUndefined()
  expect(roomLeft('👩'.repeat(3999))).toBe('1 characters left')
  expect(roomLeft('a'.repeat(4001))).toContain('1 characters too long')
  expect(isPostable('👩'.repeat(4000))).toBe(true)
  expect(isPostable('a'.repeat(4001))).toBe(false)
  expect(isPostable(' \n')).toBe(false)
})

test('a reaction is set, switched, and taken off by the same press', () => {
  const none = { up: 2, down: 1, mine: null }
  expect(toggleCounts(none, 'up')).toEqual({ up: 3, down: 1, mine: 'up' })
  expect(toggleCounts(toggleCounts(none, 'up'), 'down')).toEqual({ up: 2, down: 2, mine: 'down' })
  expect(toggleCounts(toggleCounts(none, 'up'), 'up')).toEqual(none)
})
