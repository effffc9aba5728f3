import type { SelectQueryBuilder } from 'kysely'
import { z } from 'zod'
import { MAX_PAGE } from '../schemas/shapes.ts'

/** Paging of a list that is otherwise returned completely, as a bare array (rule E-9). */
export const OptionalPage = z.object({
  page: z.int({ error: 'must be an integer from 1' }).min(1).max(MAX_PAGE).optional(),
  per_page: z.int({ error: 'must be an integer from 1 to 1000' }).min(1).max(1000).optional(),
})
export type OptionalPage = z.infer<typeof OptionalPage>

/** For lists without other input, which tRPC clients can call without any. */
export const OnlyOptionalPage = OptionalPage.default({})

/** Rows of a page without `per_page`. */
const DEFAULT_PAGE_SIZE = 25

/** Limit and offset of the requested page; null for the complete list. */
export function toLimitAndOffset({ page, per_page }: OptionalPage): { limit: number; offset: number } | null {
  if (page === undefined && per_page === undefined) return null
  const limit = per_page ?? DEFAULT_PAGE_SIZE
  return { limit, offset: ((page ?? 1) - 1) * limit }
}

/** Limits an ordered query to the requested page. */
export function limitToPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: OptionalPage,
): SelectQueryBuilder<DB, TB, O> {
  const range = toLimitAndOffset(page)
  return range ? query.limit(range.limit).offset(range.offset) : query
}

/** Slices the requested page from rows or ids in memory. */
export function slicePage<T>(rows: T[], page: OptionalPage): T[] {
  const range = toLimitAndOffset(page)
  return range ? rows.slice(range.offset, range.offset + range.limit) : rows
}
