import { expect, test } from 'vitest'
import { readPassage } from '../../web/pages/search/passage.ts'

test('a found requirement shows the passage that matches, with the matches marked', () => {
  const snippet = 'Fix: …😀 Set the ceiling of sessions; a session ends…'
  expect(
    readPassage({
      snippet,
      highlights: [
        { start: 27, end: 34 },
        { start: 39, end: 46 },
      ],
    }),
  ).toEqual({
    section: 'Fix',
    pieces: [
      { text: '…😀 Set the ceiling of ', isMatch: false },
      { text: 'session', isMatch: true },
      { text: 's; a ', isMatch: false },
      { text: 'session', isMatch: true },
      { text: ' ends…', isMatch: false },
    ],
  })
})

test('a requirement whose title matches shows no passage', () => {
  expect(readPassage({ snippet: 'Title: A session', highlights: [{ start: 9, end: 16 }] })).toBeNull()
  expect(readPassage({ snippet: null, highlights: [] })).toBeNull()
})
