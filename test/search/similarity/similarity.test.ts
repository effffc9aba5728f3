import { describe, expect, it } from 'vitest'
import { normalizeText, toShingles, computeSimilarity } from '../../../src/search/similarity/shingles.ts'
import { toBands } from '../../../src/search/similarity/signature.ts'
import { createRandom, createComment, quoted, withTypos } from './generated-comments.ts'

const computeScore = (a: string, b: string) => computeSimilarity(toShingles(a), toShingles(b))
const share = (a: string, b: string) => {
  const bands = new Set(toBands(a, 1))
  return toBands(b, 1).some((band) => bands.has(band))
}

describe('similarity', () => {
  it('ignores typing variations', () => {
    expect(normalizeText('  The “Check”, is\tWRONG! ')).toBe('the check is wrong')
    expect(computeScore('The check is wrong.', 'the CHECK is wrong')).toBe(1)
    expect(computeScore('', 'anything')).toBe(0)
  })

  it('R-50: finds typos and quotations, and distinguishes other comments', () => {
    const random = createRandom(7)
    for (let round = 0; round < 200; round += 1) {
      const text = createComment(random)
      for (const copy of [withTypos(random, text), quoted(random, text)]) {
        expect(computeScore(text, copy)).toBeGreaterThan(0.8)
        expect(share(text, copy)).toBe(true)
      }
      expect(computeScore(text, createComment(random))).toBeLessThan(0.8)
    }
  })

  it('R-50: separates components, and returns the same signature for the same text', () => {
    const text = createComment(createRandom(1))
    expect(toBands(text, 1)).toEqual(toBands(text, 1))
    expect(toBands(text, 1).some((band) => toBands(text, 2).includes(band))).toBe(false)
    expect(toBands('?!', 1)).toEqual([])
  })
})
