import { describe, expect, it, vi } from 'vitest'
import { memoizeFromText, memoizeResponse } from '../../../src/database/fast-path/memoized-response.ts'
import { withFastPath } from '../../support/fast-path.ts'

withFastPath()

interface NamesResult {
  names: string[]
}

/** Counts the computed answers. */
function createMaker() {
  const make = vi.fn(({ names }: NamesResult, how: { loud: boolean }) => ({
    names: how.loud ? names.map((name) => name.toUpperCase()) : names,
  }))
  return { make, answer: memoizeResponse(make) }
}

const toRows = (...names: string[]) => JSON.stringify({ names })

describe('a memoized response for the rows of a statement', () => {
  it('is computed again the second time, and reused from the third time on', () => {
    const { make, answer } = createMaker()
    const responses = [1, 2, 3, 4].map(() => answer(toRows('a', 'b'), { loud: false }))
    expect(responses).toEqual(Array.from({ length: 4 }, () => ({ names: ['a', 'b'] })))
    expect(make).toHaveBeenCalledTimes(2)
    expect(responses[3]).toBe(responses[1])
  })

  it('differs for other rows, and for another question about the same rows', () => {
    const { answer } = createMaker()
    for (let turn = 0; turn < 4; turn += 1) {
      expect(answer(toRows('a'), { loud: false })).toEqual({ names: ['a'] })
      expect(answer(toRows('a'), { loud: true })).toEqual({ names: ['A'] })
      expect(answer(toRows('b'), { loud: false })).toEqual({ names: ['b'] })
      expect(answer(toRows('a', 'a'), { loud: false })).toEqual({ names: ['a', 'a'] })
    }
  })

  it('distinguishes rows of equal length, wherever they differ', () => {
    const { answer } = createMaker()
    const texts = Array.from({ length: 300 }, (_, index) => `${'x'.repeat(index)}y${'x'.repeat(299 - index)}`)
    for (let turn = 0; turn < 3; turn += 1) {
      for (const text of texts) expect(answer(toRows(text), { loud: false }).names).toEqual([text])
    }
  })

  it('cannot be modified by its caller', () => {
    const { answer } = createMaker()
    const [, , third] = [1, 2, 3].map(() => answer(toRows('a'), { loud: false }))
    expect(() => third?.names.push('b')).toThrow(TypeError)
    expect(answer(toRows('a'), { loud: false })).toEqual({ names: ['a'] })
  })

  it('is cached for a few questions about the same rows, and computed for all others', () => {
    const make = vi.fn(({ names }: NamesResult, { page }: { page: number }) => ({ names, page }))
    const answer = memoizeResponse(make)
    for (let turn = 0; turn < 3; turn += 1) {
      for (let page = 0; page < 9; page += 1) expect(answer(toRows('a'), { page }).page).toBe(page)
    }
    expect(make.mock.calls.length).toBeGreaterThan(9)
  })

  it('is not cached if computing it fails', () => {
    const failing = memoizeResponse(({ names }: NamesResult) => {
      if (names.length === 0) throw new Error('nothing')
      return { names }
    })
    for (let turn = 0; turn < 3; turn += 1) expect(() => failing(toRows(), null)).toThrow('nothing')
  })

  it('is evicted for newer ones once the cache is full', () => {
    const make = vi.fn((text: string) => ({ length: text.length }))
    const answer = memoizeFromText(make)
    const texts = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(200_000))
    for (const text of texts) for (let turn = 0; turn < 2; turn += 1) answer(text, null)
    make.mockClear()
    answer(texts.at(-1) ?? '', null)
    expect(make).not.toHaveBeenCalled()
    answer(texts[0] ?? '', null)
    expect(make).toHaveBeenCalledOnce()
  })

  it('is not cached if so many others follow that it would be evicted by then', () => {
    const make = vi.fn((text: string) => ({ length: text.length }))
    const answer = memoizeFromText(make)
    const often = 'often'.repeat(1_000)
    for (let turn = 0; turn < 2; turn += 1) answer(often, null)
    const others = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(200_000))
    for (let turn = 0; turn < 3; turn += 1) for (const text of others) answer(text, null)
    make.mockClear()
    answer(often, null)
    expect(make).not.toHaveBeenCalled()
  })
})
