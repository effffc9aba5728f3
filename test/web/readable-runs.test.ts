import { expect, test } from 'vitest'
import { diffWords } from '../../src/lib/word-diff.ts'
import { selectSide, toReadableRuns } from '../../web/kit/readable-runs.ts'

const OLD =
  'Set the session ceiling of each account in the session policy to the number that the site approved.'

const toRuns = (before: string, after: string) => toReadableRuns(diffWords(before, after))

test('changes with one or two words between them are shown as one', () => {
  const after = OLD.replace('session ceiling of each', 'connection limit of every')
  expect(toRuns(OLD, after).runs).toEqual([
    { op: 'equal', text: 'Set the ' },
    { op: 'delete', text: 'session ceiling of each' },
    { op: 'insert', text: 'connection limit of every' },
    { op: 'equal', text: expect.stringContaining(' account in the session policy') },
  ])
})

test('changes that are far apart stay separate', () => {
  const after = OLD.replace('ceiling', 'limit').replace('approved', 'allows')
  expect(toRuns(OLD, after).runs.filter(({ op }) => op !== 'equal')).toHaveLength(4)
})

test('a rewritten text is shown as an old and a new block', () => {
  const after = 'Open "sessions.per_account" and enter the value 3, or a lower one if the site asks for it.'
  expect(toRuns(OLD, after)).toEqual({
    isRewritten: true,
    runs: [
      { op: 'delete', text: OLD },
      { op: 'insert', text: after },
    ],
  })
})

test.each([
  ['', ''],
  ['', 'One two'],
  ['One two', ''],
  [OLD, OLD],
  ['a b c d e', 'a x c y e z'],
  ['a\nb c\n', 'a\nb d\ne'],
])('the runs of %j and %j restore both texts', (before, after) => {
  const { runs } = toRuns(before, after)
  const join = (excluded: string) =>
    runs
      .filter(({ op }) => op !== excluded)
      .map(({ text }) => text)
      .join('')
  expect([join('insert'), join('delete')]).toEqual([before, after])
})

test('each side of a diff shows the complete text of its side, without marks of the other one', () => {
  const short = OLD.replace('session ceiling of each', 'connection limit of every')
  for (const after of [short, 'Set "sessions.per_account" to 3 or less.']) {
    const { runs } = toRuns(OLD, after)
    const [first, second] = [selectSide(runs, 'before'), selectSide(runs, 'after')]
    expect(first.map(({ text }) => text).join('')).toBe(OLD)
    expect(second.map(({ text }) => text).join('')).toBe(after)
    expect(first.map(({ op }) => op)).not.toContain('insert')
    expect(second.map(({ op }) => op)).not.toContain('delete')
  }
})
