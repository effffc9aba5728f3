import type { DiffRun } from './word-diff.ts'
import { differencesOf, type Versions } from './differences.ts'
import type { Computing } from './pool.ts'

/** So few characters are compared where they are asked for: a thread costs more. */
const SMALL = 8_000

/**
 * The differences by word, in the order of the texts; null for those that the budget of one answer left out. More than
 * a little is done in a thread. Throws 503 `computing_busy`.
 */
export async function textDifferences(
  computing: Computing,
  texts: Versions[],
): Promise<(DiffRun[] | null)[]> {
  const characters = texts.reduce((sum, { before, after }) => sum + before.length + after.length, 0)
  return characters <= SMALL ? differencesOf({ texts }) : computing.run('differences', { texts })
}
