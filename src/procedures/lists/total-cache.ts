import { LRUCache } from 'lru-cache'

/** A total, and the revision that it was counted at. */
export interface CachedTotal {
  total: number
  revision: string
}

/** Maximum totals in the cache of a process: some megabytes with the longest keys. */
const MAX_TOTALS = 5_000

/** Caches totals in this process. An entry is valid while the revision is unchanged. */
export interface TotalCache {
  /** The cached total at this revision; undefined on a miss. */
  get: (key: string, revision: string) => number | undefined
  set: (key: string, counted: CachedTotal) => void
}

/** Creates an LRU cache of totals. */
export function createTotalCache(): TotalCache {
  const cache = new LRUCache<string, CachedTotal>({ max: MAX_TOTALS })
  return {
    get: (key, revision) => {
      const counted = cache.get(key)
      return counted?.revision === revision ? counted.total : undefined
    },
    set: (key, { total, revision }) => {
      // Copies the two fields, so that the cache does not retain the rows.
      cache.set(key, { total, revision })
    },
  }
}
