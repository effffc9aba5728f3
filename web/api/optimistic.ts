import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'

/** One change of what is shown, before the service has answered. */
export interface Patch<T> {
  /** Which cached answers show it: `api.reviews.ofProject.pathFilter()`. */
  where: QueryFilters
  /** The answer with the change; the same object where nothing changes. */
  change: (shown: T) => T
}

/**
 * Makes a patch; `change` is typed by the answer that the queries hold:
 * `patch<Outputs['reviews']['ofProject']>(api.reviews.ofProject.pathFilter(), (list) => ...)`.
 */
export function patch<T>(where: QueryFilters, change: (shown: T) => T): Patch<unknown> {
  return { where, change: (shown) => change(shown as T) }
}

/**
 * Shows changes at once and answers how to take them back. Taking back restores only what no one changed since, so
 * that a colleague's event that arrived in between stays.
 */
export async function show(cache: QueryClient, patches: readonly Patch<unknown>[]): Promise<() => void> {
  const before: { key: QueryKey; was: unknown; is: unknown }[] = []
  await Promise.all(patches.map(({ where }) => cache.cancelQueries(where)))
  for (const { where, change } of patches) {
    for (const [key, was] of cache.getQueriesData(where)) {
      if (was === undefined) continue
      const changed = change(was)
      if (changed === was) continue
      // What the cache keeps shares what is equal, so it is another object than what it was given.
      before.push({ key, was, is: cache.setQueryData(key, changed) })
    }
  }
  return () => {
    for (const { key, was, is } of before.reverse()) {
      if (cache.getQueryData(key) === is) cache.setQueryData(key, was)
      else void cache.invalidateQueries({ queryKey: key, exact: true })
    }
  }
}

/**
 * A write that shows itself in the frame of the key: applies the patches, sends, and takes them back when it is
 * refused. It never sends anything twice by itself.
 */
export async function optimistically<T>(
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
