import type { QueryClient } from '@tanstack/react-query'
import { STALE_MS } from './client.ts'

/** Covers the time from a read in the service until its answer is in the cache, and writes that take long to commit. */
const MARGIN_MS = 5000

/**
 * Returns how far back the event stream of a page starts: changes since the oldest cached answer that pages show without
 * a refetch. The service measures the time, so clocks don't matter.
 */
export function readCatchUpMs(cache: QueryClient): number {
  const now = Date.now()
  const ages = cache
    .getQueryCache()
    .getAll()
    .map(({ state }) => now - state.dataUpdatedAt)
  return MARGIN_MS + Math.max(0, ...ages.filter((age) => age < STALE_MS))
}

/** The last events of a stream, for tabs that join later. */
export function createRecentEvents<T>() {
  let events: { event: T; at: number }[] = []
  const select = (ms: number) => events.filter(({ at }) => at > Date.now() - ms)
  return {
    add: (event: T) => {
      events = [...select(MARGIN_MS + STALE_MS), { event, at: Date.now() }]
    },
    /** Returns the events of the last milliseconds. */
    list: (ms: number): T[] => select(ms).map(({ event }) => event),
  }
}
