import { z } from 'zod'
import { bodyId, page, Pagination, perPage, requiredText } from '../../../../src/procedures/schemas/shapes.ts'
import { COMMENT_LIMIT } from '../../commenting.schema.ts'
import { ReviewView, SectionKey } from '../review.schema.ts'

const score = z.number().min(0).max(1)

/** Similar comments, best first (rule R-50). */
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
  proposed_survivor_id: bodyId.optional().meta({ description: 'Only the cluster with this survivor.' }),
  after_review_id: bodyId.optional().meta({
    description:
      'Only reviews with a higher id. With the last id of the previous answer, it pages through the reviews of a cluster.',
  }),
})

export const ClusterList = z
  .object({
    rows: z.array(
      z.object({
        proposed_survivor_id: z.int(),
        score,
        reviews_count: z.int().meta({ description: 'All reviews of the cluster.' }),
        reviews: z.array(ReviewView).meta({
          description:
            'The oldest ones, or those that follow `after_review_id`. A page of clusters has at most 1 MB and 500 reviews, `500 / per_page` of each cluster.',
        }),
        reviews_left_out: z.int().meta({
          description:
            'Reviews of the cluster that follow these. To read them, name the cluster in `proposed_survivor_id` and the last review that you have in `after_review_id`.',
        }),
      }),
    ),
    pagination: Pagination,
    comments_left_out: z.int().meta({
      description:
        'Comments that were not compared with every older comment: too many, too long, or imported a moment ago.',
    }),
  })
  .meta({ id: 'CommentClusters' })
