import { randomBytes } from 'node:crypto'

/** How much a run does. */
export interface Scale {
  calls: number
  /** What its choices follow from; who overtakes whom is not repeated by it. */
  seed: string
  /** Rounds at once. */
  lanes: number
  /** A run ends early when it has found so many. */
  violations: number
}

/** Calls of the short version, which both suites run, and of the whole. */
const SHORT = 400
export const WHOLE = 1_000_000

const LANES = 4
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
    violations: VIOLATIONS,
  }
}

function counted(name: string, given: string | number): number {
  const count = Number(given)
  if (!(count > 0)) throw new Error(`${name} must be a number above 0: ${given}`)
  return count
}
