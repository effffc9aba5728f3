import { randomBytes } from 'node:crypto'

/** Calls of the short version, which both suites run. */
const SHORT = 400

/**
 * How many calls a run makes, and what its choices follow from. `HISTORY` names another number, `HISTORY_SEED` the seed
 * of an earlier run; who overtakes whom is not repeated by it. Throws for a number that is none.
 */
export function scaleOf(calls = process.env['HISTORY'], seed = process.env['HISTORY_SEED']) {
  const count = Number(calls ?? SHORT)
  if (!(count > 0)) throw new Error(`HISTORY must be a number of operations above 0: ${calls}`)
  return { calls: count, seed: seed ?? randomBytes(4).toString('hex') }
}
