import { aligned, type DiffRun } from '../../lib/word-diff.ts'
import type { Workers } from '../pool.ts'
import { differencesOf, type Versions } from './differences.ts'

/** What the event loop may do itself, in less than a millisecond: characters to read, and cells to compare. */
const SMALL = { characters: 8_000, cells: 100_000 }

/**
 * The differences by word, in the order of the texts; null for those that the budget of one answer left out. More than
 * a little is done in a thread. Throws 503 `computing_busy`.
 */
export async function textDifferences(computing: Workers, texts: Versions[]): Promise<(DiffRun[] | null)[]> {
  return isSmall(texts) ? differencesOf({ texts }) : computing.run('differences', { texts })
}

function isSmall(texts: Versions[]): boolean {
  const characters = texts.reduce((sum, { before, after }) => sum + before.length + after.length, 0)
  if (characters > SMALL.characters) return false
  const cells = texts.reduce((sum, { before, after }) => sum + aligned(before, after).cells, 0)
  return cells <= SMALL.cells
}
