import { toShingles } from './shingles.ts'

const BANDS = 40
const ROWS = 5

/**
 * Odd multipliers and offsets of the hash functions. They must never change, because stored signatures depend on them.
 */
const FUNCTIONS = Array.from({ length: BANDS * ROWS }, (_, index) => {
  const multiplier = Math.imul(index + 1, 0x9e3779b1) | 1
  const offset = Math.imul(index + 1, 0x85ebca6b)
  return [multiplier, offset] as const
})

/**
 * Computes the MinHash bands of a text within one component, as 32-bit integers. Two texts share a band with a
 * probability above 0.99 if 70 % of their shingles are equal. For 60 % it is 0.96, and for 30 %, as in unrelated texts,
 * 0.09.
 */
export function toBands(text: string, componentId: number): number[] {
  return shinglesToBands(toShingles(text), componentId)
}

/** Computes the MinHash bands of a set of shingles; empty for an empty set. */
export function shinglesToBands(shingles: Set<number>, componentId: number): number[] {
  if (shingles.size === 0) return []
  const list = Uint32Array.from(shingles)
  const minima = FUNCTIONS.map(([multiplier, offset]) => {
    let minimum = 0xffffffff
    for (const shingle of list) {
      const value = mixBits(Math.imul(shingle, multiplier) + offset)
      if (value < minimum) minimum = value
    }
    return minimum
  })
  return Array.from({ length: BANDS }, (_, band) => {
    let hash = mixBits(Math.imul(componentId, 0x27d4eb2f) + band)
    for (let row = 0; row < ROWS; row += 1) hash = mixBits(hash ^ (minima[band * ROWS + row] ?? 0))
    return hash | 0
  })
}

/** Mixes bits, so that adjacent values become unrelated. */
function mixBits(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) >>> 0
}
