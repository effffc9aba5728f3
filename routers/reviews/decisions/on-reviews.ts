import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import type { RequiredAccess } from '../../../src/auth/access/effective-access.ts'
import type { Em, Queries } from '../../../src/database/database.ts'
import { validationError } from '../../../src/errors.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { assertNoUnknownKeys } from '../../../src/procedures/schemas/unknown-keys.ts'
import { lockReviews, lockSelected, type ReviewSelector } from '../../../workflows/decisions/lock-reviews.ts'
import { toDay } from '../read/lists/comment-page.ts'
import { selectComments, applyFilter } from '../read/lists/comment-query.ts'
import type { BulkFilter } from '../read/lists/filter.schema.ts'
import { BulkSelection, reviewIds } from './selection.schema.ts'

/** Authorizes all reviews named by id and locks them in id order (rule R-34). */
export function onReviews(needs: RequiredAccess) {
  return writing
    .selection(needs)
    .input(z.object({ review_ids: reviewIds }))
    .use(async ({ ctx, input, next }) => {
      return next({ ctx: await lockNamed(ctx, input.review_ids) })
    })
}

interface SelectionContext<S> {
  em: Em
  db: Queries
  authorizeSelection: { toReviews: (ids: number[]) => Promise<S> }
}

async function lockNamed<S extends { scope: { component_id: number } }>(
  { em, db, authorizeSelection }: SelectionContext<S>,
  reviewIds: readonly number[],
) {
  const ids = [...new Set(reviewIds)]
  const selection = await authorizeSelection.toReviews(ids)
  return { ...selection, reviews: await lockReviews(em, db, selection.scope.component_id, ids) }
}

/** Authorizes and locks reviews named by id or selected by the filter of a list (rule R-34). */
export function onSelectedReviews(needs: RequiredAccess) {
  return writing
    .selection(needs)
    .input(BulkSelection)
    .use(async ({ ctx, input, path, meta, getRawInput, next }) => {
      const { em, db } = ctx
      if ((input.review_ids === undefined) === (input.filter === undefined)) {
        throw validationError(
          'review.selection_ambiguous',
          'review_ids',
          'Give either review_ids or a filter.',
        )
      }
      if (input.filter === undefined) return next({ ctx: await lockNamed(ctx, input.review_ids ?? []) })
      const selection = await ctx.authorizeSelection.toComponent(input.filter.component_id)
      // Rejects unknown filter keys before locking: a misspelled filter would select more comments than
      // intended.
      assertNoUnknownKeys(ctx.getInputKeys(path).shape, await getRawInput(), meta?.strict ?? false)
      const selects = createSelector(db, input.filter, toDay(ctx.now))
      const reviews = await lockSelected(em, db, selection.scope.component_id, selects)
      return next({ ctx: { ...selection, reviews } })
    })
}

function createSelector(db: Queries, filter: z.output<typeof BulkFilter>, today: string): ReviewSelector {
  const { component_id: componentId, commentable_type: commentableType, ...narrowing } = filter
  const selected = applyFilter(selectComments(db, { componentId, commentableType }), narrowing, today)
  return async (atMost, among) => {
    const query = among ? selected.where(sql<SqlBool>`v.id = any(${sql.val(among)}::integer[])`) : selected
    const rows = await query.select('v.id').limit(atMost).execute()
    return rows.map(({ id }) => id)
  }
}
