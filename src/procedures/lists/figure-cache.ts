import { LRUCache } from 'lru-cache'

/** Rows of numbers, and the revision of the project or component that they were read at. */
export interface CachedFigures {
  rows: number[][]
  revision: string
}

/** Maximum numbers in the cache of a process: some ten megabytes. */
const MAX_NUMBERS = 1_000_000

/** Caches figures in this process. An entry is valid while the revision is unchanged. */
export interface FigureCache {
  /** The cached rows at this revision; undefined on a miss. */
  get: (key: string, revision: string) => number[][] | undefined
  set: (key: string, figures: CachedFigures) => void
}

/** Creates an LRU cache; each entry also counts 32 numbers for its key. */
export function createFigureCache(): FigureCache {
  const cache = new LRUCache<string, CachedFigures>({
    maxSize: MAX_NUMBERS,
    sizeCalculation: ({ rows }) => rows.reduce((sum, row) => sum + row.length, 32),
  })
  return {
    get: (key, revision) => {
      const figures = cache.get(key)
      return figures?.revision === revision ? figures.rows : undefined
    },
    set: (key, { rows, revision }) => {
      cache.set(key, { rows, revision })
    },
  }
}
