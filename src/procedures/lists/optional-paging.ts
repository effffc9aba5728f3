import type { SelectQueryBuilder } from 'kysely'
import { z } from 'zod'

/** What narrows a list that comes whole, as a bare array, unless a page is asked for (rule E-9). */
export const OptionalPage = z.object({
  page: z.int({ error: 'must be an integer from 1' }).min(1).max(2_147_483_647).optional(),
  per_page: z.int({ error: 'must be an integer from 1 to 1000' }).min(1).max(1000).optional(),
})
export type OptionalPage = z.infer<typeof OptionalPage>

/** The only input of a list: typed clients may leave it out. */
export const OnlyOptionalPage = OptionalPage.default({})

/** Rows of a page whose size no one named. */
const DEFAULT_PAGE_SIZE = 25

/** Where the asked page lies; null when the list comes whole. */
export function toLimitAndOffset({
  page = 1,
  per_page,
}: OptionalPage): { limit: number; offset: number } | null {
  if (per_page === undefined && page === 1) return null
  const limit = per_page ?? DEFAULT_PAGE_SIZE
  return { limit, offset: (page - 1) * limit }
}

/** An ordered query, narrowed to the asked page. */
export function limitToPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: OptionalPage,
): SelectQueryBuilder<DB, TB, O> {
  const cut = toLimitAndOffset(page)
  return cut ? query.limit(cut.limit).offset(cut.offset) : query
}

/** The requested page of rows that are in memory, or of ids whose rows are read afterwards. */
export function slicePage<T>(rows: T[], page: OptionalPage): T[] {
  const cut = toLimitAndOffset(page)
  return cut ? rows.slice(cut.offset, cut.offset + cut.limit) : rows
}
