import { createHash } from 'node:crypto'

/** Choices that follow from a seed. */
export interface Chance {
  /** A number from 0 up to, not including, 1. */
  next: () => number
  /** A whole number from 0 up to, not including, `below`. */
  below: (below: number) => number
  /** One of these; throws when there is none. */
  pick: <T>(of: readonly T[]) => T
}

/** The choices of one part of a run: the same for the same seed and name. */
export function chanceOf(seed: string, name: string): Chance {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE()
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(of: readonly T[]): T => {
    const chosen = of[below(of.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }
  return { next, below, pick }
}
