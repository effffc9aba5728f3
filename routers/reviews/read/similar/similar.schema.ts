import { z } from 'zod'
import { bodyId, page, Pagination, perPage, requiredText } from '../../../../src/wire/shapes.ts'
import { COMMENT_LIMIT } from '../../commenting.schema.ts'
import { ReviewView, SectionKey } from '../review.schema.ts'

const score = z.number().min(0).max(1)

/** Comments that say nearly the same, best first (rule R-50). */
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
    rows: z.array(
      z.object({
        proposed_survivor_id: z.int(),
        score,
        reviews: z.array(ReviewView).meta({ description: 'The oldest ones, 500 on a page of clusters.' }),
        reviews_left_out: z.int().meta({ description: 'Further reviews of the cluster.' }),
      }),
    ),
    pagination: Pagination,
    comments_left_out: z
      .int()
      .meta({ description: 'Comments that were not compared, because there is too much text.' }),
  })
  .meta({ id: 'CommentClusters' })
