import { alignTexts, type DiffRun } from '../../lib/word-diff.ts'
import type { Workers } from '../pool.ts'
import { diffTexts, type Versions } from './diff-texts.ts'

/** The most characters and table cells to compare on the event loop, which takes less than a millisecond. */
const MAX_INLINE = { characters: 8_000, cells: 100_000 }

/**
 * Returns the word diffs in the order of the texts; null for those beyond the budget of one response. Larger texts are
 * compared in a thread. Throws 503 `computing_busy`.
 */
export async function diffTextsInWorkers(workers: Workers, texts: Versions[]): Promise<(DiffRun[] | null)[]> {
  return isSmall(texts) ? diffTexts({ texts }) : workers.run('differences', { texts })
}

function isSmall(texts: Versions[]): boolean {
  const characters = texts.reduce((sum, { before, after }) => sum + before.length + after.length, 0)
  if (characters > MAX_INLINE.characters) return false
  const cells = texts.reduce((sum, { before, after }) => sum + alignTexts(before, after).cells, 0)
  return cells <= MAX_INLINE.cells
}
