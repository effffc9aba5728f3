import { LRUCache } from 'lru-cache'

/** A total, and the revision of its place that it was counted at. */
export interface Total {
  total: number
  revision: string
}

/** How many totals a process remembers: some megabytes with the longest of texts. */
const MOST = 5_000

/** What this process counted before. A revision stands for one state of a place: while it stays, so does the total. */
export interface Totals {
  /** The total of this question at this revision; undefined when it must be counted. */
  at: (question: string, revision: string) => number | undefined
  keep: (question: string, counted: Total) => void
}

/** Remembers the totals asked for most recently. */
export function createTotals(): Totals {
  const kept = new LRUCache<string, Total>({ max: MOST })
  return {
    at: (question, revision) => {
      const counted = kept.get(question)
      return counted?.revision === revision ? counted.total : undefined
    },
    keep: (question, { total, revision }) => {
      // Nothing else that came with the count: rows would be kept along with it.
      kept.set(question, { total, revision })
    },
  }
}
