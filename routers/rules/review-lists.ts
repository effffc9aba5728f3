import type { Reader } from '../../src/database.ts'
import type { ReviewView } from '../reviews/review.schema.ts'
import { audienceOf, viewReviewsWhere } from '../reviews/view.ts'
import type { Viewer } from '../rules.read.ts'
import { oneOf, only } from './lists.ts'

/** The reviews of some requirements, oldest first, in one query, for the editor view (components 2.5). */
export async function reviewsByRule(
  db: Reader,
  ruleIds: number[],
  { actor, standing }: Viewer,
): Promise<(ruleId: number) => ReviewView[]> {
  const [first] = ruleIds
  const which = first !== undefined && ruleIds.length === 1 ? only(first) : oneOf(ruleIds)
  const reviews = await viewReviewsWhere(db, audienceOf(actor, standing), (query) =>
    query.where(which('v.rule_id')).orderBy('v.created_at').orderBy('v.id'),
  )
  const byRule = Map.groupBy(reviews, ({ rule_id }) => rule_id)
  return (ruleId) => byRule.get(ruleId) ?? []
}
