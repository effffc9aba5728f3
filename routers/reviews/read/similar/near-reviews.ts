import type { Queries } from '../../../../src/database/database.ts'
import { readReviewViews, type Audience } from '../review.ts'
import type { SimilarityMatch } from './nearest.ts'

/** Returns the views of similar comments in ranking order. */
export async function readNearReviews(db: Queries, matches: SimilarityMatch[], audience: Audience) {
  const views = await readReviewViews(
    db,
    matches.map(({ id }) => id),
    audience,
  )
  const byId = new Map(matches.map((match) => [match.id, match]))
  return views.map((review) => {
    const match = byId.get(review.id)
    return { review, score: match?.score ?? 0, proposed_survivor_id: match?.survivor ?? review.id }
  })
}
