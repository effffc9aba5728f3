import { expect, test } from 'vitest'
import { merge } from '../../web/pages/authoring/merge.ts'

const BASE = 'Open Access, Sessions. If session.idle_lock is not set, this is a finding.'

test('a merge contains both edits if they do not overlap', () => {
  const other = BASE.replace('not set,', 'empty or above 10m,')
  const localText = BASE.replace('Sessions.', 'Sessions on each berth controller.')
  const { text, clashes, pieces } = merge(BASE, other, localText)
  expect(text).toBe(
    'Open Access, Sessions on each berth controller. If session.idle_lock is empty or above 10m, this is a finding.',
  )
  expect(clashes).toBe(0)
  expect(pieces.map(({ origin }) => origin)).toEqual(['base', 'mine', 'base', 'theirs', 'base'])
})

test('an identical edit of both sides appears once', () => {
  const both = BASE.replace('finding', 'gap')
  expect(merge(BASE, both, both)).toMatchObject({ text: both, clashes: 0 })
})

test('overlapping edits keep my words, and show theirs as a conflict', () => {
  const { text, clashes, pieces } = merge('Set it to three.', 'Set it to five.', 'Set it to ten.')
  expect(text).toBe('Set it to ten.')
  expect(clashes).toBe(1)
  expect(pieces).toContainEqual({ origin: 'both', text: 'ten.', theirs: 'five.' })
})

test('words inserted at the same position are not a conflict, and their order is reported', () => {
  const { clashes, additions, text } = merge('One two.', 'One red two.', 'One blue two.')
  expect({ clashes, additions }).toEqual({ clashes: 0, additions: 1 })
  expect(text).toBe('One red blue two.')
})

test('a word that one side deletes and the other changes is a conflict', () => {
  expect(merge('Keep logs forever.', 'Keep logs.', 'Keep logs for good.').clashes).toBe(1)
})

test.each([
  ['only theirs', 'a b c', 'a x c', 'a b c', 'a x c'],
  ['only mine', 'a b c', 'a b c', 'a b y', 'a b y'],
  ['from nothing, by them', '', 'new', '', 'new'],
  ['to nothing, by me', 'old text', 'old text', '', ''],
  ['line breaks', 'one\n\ntwo\nthree', 'ONE\n\ntwo\nthree', 'one\n\ntwo\nTHREE', 'ONE\n\ntwo\nTHREE'],
  [
    'right to left',
    'قفل الجلسة بعد عشر دقائق',
    'اقفل الجلسة بعد عشر دقائق',
    'قفل الجلسة بعد خمس دقائق',
    'اقفل الجلسة بعد خمس دقائق',
  ],
  ['emoji and combining marks', '👩‍🚀 e\u0301 ok', '👩‍🚀 e\u0301 fine', '🚀 e\u0301 ok', '🚀 e\u0301 fine'],
])('merges %s', (_, base, other, local, expected) => {
  expect(merge(base, other, local)).toMatchObject({ text: expected, clashes: 0 })
})

test('texts of ten thousand characters on all sides merge without loss', () => {
  const lines = Array.from({ length: 400 }, (_, line) => `Line ${line} of the long text.`)
  const base = lines.join('\n')
  const other = lines.with(10, 'Theirs at the start.').join('\n')
  const localText = lines.with(390, 'Mine at the end.').join('\n')
  const { text, clashes } = merge(base, other, localText)
  expect(clashes).toBe(0)
  expect(text).toBe(lines.with(10, 'Theirs at the start.').with(390, 'Mine at the end.').join('\n'))
})

test('a merge contains two additions at the same position, theirs first', () => {
  const other = `${BASE} Restart the gateway.`
  const localText = `${BASE} Tell the officer.`
  expect(merge(BASE, other, localText)).toMatchObject({
    text: `${BASE} Restart the gateway. Tell the officer.`,
    clashes: 0,
  })
  expect(merge('', 'Theirs.', 'Mine.')).toMatchObject({ text: 'Theirs. Mine.', clashes: 0 })
})

test('an addition after words that the other side changed leaves the changed words', () => {
  const base = 'Set the limit to 3.'
  const result = merge(base, 'Set the limit to 5.', `${base} Restart the gateway.`)
  expect(result).toMatchObject({ text: 'Set the limit to 5. Restart the gateway.', clashes: 0 })
})
