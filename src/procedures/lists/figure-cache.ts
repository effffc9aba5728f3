import { LRUCache } from 'lru-cache'

/** What was found in a place, as rows of numbers, and the revision of the place that it was found at. */
export interface CachedFigures {
  rows: number[][]
  revision: string
}

/** Numbers that a process remembers, of all answers together: some ten megabytes. */
const MAX_NUMBERS = 1_000_000

/** What this process found before. A revision stands for one state of a place: while it stays, so does the answer. */
export interface FigureCache {
  /** What was found for this question at this revision; undefined when it must be looked up. */
  get: (question: string, revision: string) => number[][] | undefined
  set: (question: string, found: CachedFigures) => void
}

/** Remembers the answers asked for most recently; an answer of no rows weighs as much as its question. */
export function createFigureCache(): FigureCache {
  const kept = new LRUCache<string, CachedFigures>({
    maxSize: MAX_NUMBERS,
    sizeCalculation: ({ rows }) => rows.reduce((sum, row) => sum + row.length, 32),
  })
  return {
    get: (question, revision) => {
      const found = kept.get(question)
      return found?.revision === revision ? found.rows : undefined
    },
    set: (question, { rows, revision }) => {
      kept.set(question, { rows, revision })
    },
  }
}
