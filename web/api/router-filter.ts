import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * The filter of an operation, or of all operations of a router, that looks at names alone. The library compares whole
 * keys, which among the thousands of an hour of work costs more than a frame.
 */
export function routerFilter(filter: QueryFilters): { predicate: (query: Query) => boolean } {
  const [wanted] = filter.queryKey ?? []
  const names: readonly unknown[] = Array.isArray(wanted) ? wanted : []
  return {
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && names.every((name, at) => path[at] === name),
  }
}

/** What the cache holds under a filter. */
export function cachedUnder(cache: QueryClient, filter: QueryFilters): Query[] {
  return cache.getQueryCache().getAll().filter(routerFilter(filter).predicate)
}
