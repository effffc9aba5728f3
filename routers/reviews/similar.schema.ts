import { z } from 'zod'
import { bodyId, page, Pagination, perPage, requiredText } from '../../src/shapes.ts'
import { COMMENT_LIMIT } from './commenting.schema.ts'
import { ReviewView, SectionKey } from './review.schema.ts'

const score = z.number().min(0).max(1)

/** Comments that say nearly the same, best first (comments 4.1). */
export const SimilarList = z
  .object({
    rows: z.array(z.object({ review: ReviewView, score, proposed_survivor_id: z.int() })),
  })
  .meta({ id: 'SimilarComments' })

export const SimilarLimit = z.object({ limit: z.int().min(1).max(50).default(10) })

export const SimilarInput = z.object({
  comment: requiredText(COMMENT_LIMIT),
  rule_id: bodyId.nullish(),
  section: SectionKey.nullish(),
})

export const ClusterFilter = z.object({
  min_score: z.number().min(0.5).max(1).default(0.8),
  page,
  per_page: perPage(100),
})

export const ClusterList = z
  .object({
    rows: z.array(z.object({ proposed_survivor_id: z.int(), score, reviews: z.array(ReviewView) })),
    pagination: Pagination,
  })
  .meta({ id: 'CommentClusters' })
