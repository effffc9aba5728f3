import { randomBytes } from 'node:crypto'

/** The size of a run. */
export interface Scale {
  calls: number
  /** The seed of random choices; the order of concurrent calls is not reproducible. */
  seed: string
  /** The number of calls per round. */
  round: number
  /** The number of concurrent rounds per thread. */
  lanes: number
  /** The number of the first round and the step to the next one, because threads share a seed. */
  first: number
  every: number
  /** The number of violations that ends a run early. */
  violations: number
}

/** The number of calls of the short run, which both suites include, and of a complete run. */
const SHORT_RUN = 400
export const FULL_RUN = 1_000_000

const ROUND = 400
const LANES = 3
const THREADS = 2
const VIOLATIONS = 20

/**
 * The size of a run. `HISTORY` overrides the number of calls, `HISTORY_SEED` the seed, and `HISTORY_LANES` the number of
 * concurrent rounds. Throws for an invalid number.
 */
export function readScale(
  calls: string | number = process.env['HISTORY'] ?? SHORT_RUN,
  seed = process.env['HISTORY_SEED'],
  lanes: string | number = process.env['HISTORY_LANES'] ?? LANES,
): Scale {
  return {
    calls: parseCount('HISTORY', calls),
    seed: seed ?? randomBytes(4).toString('hex'),
    lanes: parseCount('HISTORY_LANES', lanes),
    round: ROUND,
    first: 0,
    every: 1,
    violations: VIOLATIONS,
  }
}

/** The number of threads from `HISTORY_THREADS`. Throws if it is not a number. */
export function readThreads(threads: string | number = process.env['HISTORY_THREADS'] ?? THREADS): number {
  return parseCount('HISTORY_THREADS', threads)
}

/** The parts of a run for this number of threads. */
export function splitScale(scale: Scale, threads: number): Scale[] {
  return Array.from({ length: threads }, (_, first) => ({
    ...scale,
    calls: Math.floor(scale.calls / threads) + (first < scale.calls % threads ? 1 : 0),
    first,
    every: threads,
  }))
}

function parseCount(name: string, value: string | number): number {
  const count = Number(value)
  if (!(count > 0)) throw new Error(`${name} must be a number above 0: ${value}`)
  return count
}
