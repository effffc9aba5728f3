import type { SelectQueryBuilder } from 'kysely'
import { z } from 'zod'

/** What narrows a list that comes whole, as a bare array, unless a page is asked for (rule E-9). */
export const WholeListPage = z.object({
  page: z.int({ error: 'must be an integer from 1' }).min(1).max(2_147_483_647).optional(),
  per_page: z.int({ error: 'must be an integer from 1 to 1000' }).min(1).max(1000).optional(),
})
export type WholeListPage = z.infer<typeof WholeListPage>

/** The only input of a list: typed clients may leave it out. */
export const OnlyWholeListPage = WholeListPage.default({})

/** Rows of a page whose size nobody named. */
const SIZE = 25

/** Where the asked page lies; null when the list comes whole. */
export function cutOf({ page = 1, per_page }: WholeListPage): { limit: number; offset: number } | null {
  if (per_page === undefined && page === 1) return null
  const limit = per_page ?? SIZE
  return { limit, offset: (page - 1) * limit }
}

/** An ordered query, narrowed to the asked page. */
export function paged<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: WholeListPage,
): SelectQueryBuilder<DB, TB, O> {
  const cut = cutOf(page)
  return cut ? query.limit(cut.limit).offset(cut.offset) : query
}

/** The same of rows that are here already, or of ids of rows that are read afterwards. */
export function pageOf<T>(rows: T[], page: WholeListPage): T[] {
  const cut = cutOf(page)
  return cut ? rows.slice(cut.offset, cut.offset + cut.limit) : rows
}
