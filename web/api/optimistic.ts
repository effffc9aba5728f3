import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'

/** One optimistic change of cached data. */
export interface Patch<T> {
  /** The cached queries to change: `api.reviews.ofProject.pathFilter()`. */
  where: QueryFilters
  /** Returns the changed data; the same object if nothing changes. */
  change: (data: T) => T
}

/**
 * Creates a patch; `change` has the type of the query's data:
 * `patch<Outputs['reviews']['ofProject']>(api.reviews.ofProject.pathFilter(), (list) => ...)`.
 */
export function patch<T>(queries: QueryFilters, change: (data: T) => T): Patch<unknown> {
  return { where: queries, change: (data) => change(data as T) }
}

/**
 * Applies patches at once and returns a function that rolls them back. Rollback restores only data that did not change
 * since, so other users' changes are preserved.
 */
export async function show(cache: QueryClient, patches: readonly Patch<unknown>[]): Promise<() => void> {
  const before: { key: QueryKey; previous: unknown; patched: unknown }[] = []
  await Promise.all(patches.map(({ where }) => cache.cancelQueries(where)))
  for (const { where, change } of patches) {
    for (const [key, previous] of cache.getQueriesData(where)) {
      if (previous === undefined) continue
      const changed = change(previous)
      if (changed === previous) continue
      // Because of structural sharing, the cache stores a different object from the one that it was passed.
      before.push({ key, previous, patched: cache.setQueryData(key, changed) })
    }
  }
  return () => {
    for (const { key, previous, patched } of before.reverse()) {
      if (cache.getQueryData(key) === patched) cache.setQueryData(key, previous)
      else void cache.invalidateQueries({ queryKey: key, exact: true })
    }
  }
}

/** Applies the patches, sends the write, and rolls the patches back if it fails. It never retries by itself. */
export async function writeOptimistically<T>(
  cache: QueryClient,
  patches: readonly Patch<unknown>[],
  send: () => Promise<T>,
): Promise<T> {
  const undo = await show(cache, patches)
  try {
    return await send()
  } catch (error) {
    undo()
    throw error
  }
}
