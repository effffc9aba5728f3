import { createHash } from 'node:crypto'

/** A random number generator with a seed. */
export interface SeededRandom {
  /** A number from 0 to 1, exclusive. */
  next: () => number
  /** An integer from 0 to `below`, exclusive. */
  below: (below: number) => number
  /** A random element; throws if the list is empty. */
  pick: <T>(items: readonly T[]) => T
}

/** Creates the generator for one part of a run. The same seed and name give the same numbers. */
export function createSeededRandom(seed: string, name: string): SeededRandom {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE()
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(items: readonly T[]): T => {
    const chosen = items[below(items.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }
  return { next, below, pick }
}
