import { LRUCache } from 'lru-cache'

/** A total, and the revision of its place that it was counted at. */
export interface CachedTotal {
  total: number
  revision: string
}

/** How many totals a process remembers: some megabytes with the longest of texts. */
const MAX_TOTALS = 5_000

/** What this process counted before. A revision stands for one state of a place: while it stays, so does the total. */
export interface TotalCache {
  /** The total of this question at this revision; undefined when it must be counted. */
  get: (question: string, revision: string) => number | undefined
  set: (question: string, counted: CachedTotal) => void
}

/** Remembers the totals asked for most recently. */
export function createTotalCache(): TotalCache {
  const kept = new LRUCache<string, CachedTotal>({ max: MAX_TOTALS })
  return {
    get: (question, revision) => {
      const counted = kept.get(question)
      return counted?.revision === revision ? counted.total : undefined
    },
    set: (question, { total, revision }) => {
      // Nothing else that came with the count: rows would be kept along with it.
      kept.set(question, { total, revision })
    },
  }
}
