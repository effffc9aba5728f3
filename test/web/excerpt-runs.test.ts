import { expect, test } from 'vitest'
import { diffWords } from '../../src/lib/word-diff.ts'
import { excerptRuns } from '../../web/pages/authoring/replace/excerpt-runs.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

test('an excerpt of a diff cuts long unchanged text at words, and shows both sides of a change', () => {
  const [start, end] = [words(100), words(200)]
  const runs = excerptRuns(diffWords(`${start} lamps ${end}`, `${start} lights ${end}`))
  const text = runs.map((run) => run.text).join('|')
  expect(text.length).toBeLessThan(300)
  expect(text).toMatch(/^ … word\d+ /)
  expect(text).toContain('word99')
  expect(text).toMatch(/word\d+ … $/)
  expect(runs.filter(({ op }) => op !== 'equal').map(({ text: changed }) => changed.trim())).toEqual([
    'lamps',
    'lights',
  ])
})

test('an excerpt shows the surroundings of each change', () => {
  const middle = words(200)
  const runs = excerptRuns(diffWords(`lamps ${middle} lamps`, `lights ${middle} lights`))
  const text = runs.map((run) => run.text).join('')
  expect(text).toMatch(/word0 .* … .* word199/)
  expect(text.length).toBeLessThan(350)
})

test('a short text is shown completely', () => {
  const runs = diffWords(`${words(10)} lamps`, `${words(10)} lights`)
  expect(excerptRuns(runs)).toEqual(runs)
})
