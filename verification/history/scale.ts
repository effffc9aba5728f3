import { randomBytes } from 'node:crypto'

/** The size of a run. */
export interface Scale {
  calls: number
  /** The seed of its choices; the order of concurrent calls is not reproducible. */
  seed: string
  /** Calls of one round. */
  round: number
  /** Rounds at once, in each thread. */
  lanes: number
  /** The number of its first round, and how far it is to the next one: threads share a seed. */
  first: number
  every: number
  /** A run ends early after this many violations. */
  violations: number
}

/** Calls of the short version, which both suites run, and of the whole. */
const SHORT = 400
export const WHOLE = 1_000_000

const ROUND = 400
const LANES = 3
const THREADS = 2
const VIOLATIONS = 20

/**
 * The size of a run. `HISTORY` names another number of calls than the one given, `HISTORY_SEED` the seed of an earlier
 * run, `HISTORY_LANES` how many rounds are played at once. Throws for a number that is none.
 */
export function scaleOf(
  calls: string | number = process.env['HISTORY'] ?? SHORT,
  seed = process.env['HISTORY_SEED'],
  lanes: string | number = process.env['HISTORY_LANES'] ?? LANES,
): Scale {
  return {
    calls: counted('HISTORY', calls),
    seed: seed ?? randomBytes(4).toString('hex'),
    lanes: counted('HISTORY_LANES', lanes),
    round: ROUND,
    first: 0,
    every: 1,
    violations: VIOLATIONS,
  }
}

/** The number of threads from `HISTORY_THREADS`. Throws if it is not a number. */
export function threadsOf(threads: string | number = process.env['HISTORY_THREADS'] ?? THREADS): number {
  return counted('HISTORY_THREADS', threads)
}

/** The parts of a run for this number of threads. */
export function shared(scale: Scale, threads: number): Scale[] {
  return Array.from({ length: threads }, (_, first) => ({
    ...scale,
    calls: Math.floor(scale.calls / threads) + (first < scale.calls % threads ? 1 : 0),
    first,
    every: threads,
  }))
}

function counted(name: string, given: string | number): number {
  const count = Number(given)
  if (!(count > 0)) throw new Error(`${name} must be a number above 0: ${given}`)
  return count
}
