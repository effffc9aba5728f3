import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * A query filter for an operation or a router that compares names only. The library compares whole keys, which takes
 * longer than a frame with thousands of cached queries.
 */
export function toRouterFilter(filter: QueryFilters): { predicate: (query: Query) => boolean } {
  const [filterPath] = filter.queryKey ?? []
  const names: readonly unknown[] = Array.isArray(filterPath) ? filterPath : []
  return {
    predicate: ({ queryKey: [path] }) =>
      Array.isArray(path) && names.every((name, index) => path[index] === name),
  }
}

/** Returns the cached queries that match a filter. */
export function findCachedQueries(cache: QueryClient, filter: QueryFilters): Query[] {
  return cache.getQueryCache().getAll().filter(toRouterFilter(filter).predicate)
}
