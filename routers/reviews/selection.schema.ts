import { z } from 'zod'
import { bodyId, text } from '../../src/shapes.ts'
import { COMMENT_LIMIT } from './commenting.schema.ts'
import { BulkFilter } from './filter.schema.ts'
import { ReviewView } from './review.schema.ts'
import { Decision } from './triage.schema.ts'

/** How many ids one request may name, and how many comments a filter may select (comments 1.9). */
export const IDS_LIMIT = 500
export const FILTER_LIMIT = 10_000

/** A flat list of ids; duplicates count once (comments 3.6). */
export const reviewIds = z.array(bodyId).min(1).max(IDS_LIMIT)

export const BulkSelection = z.object({ review_ids: reviewIds.optional(), filter: BulkFilter.optional() })

export const BulkTriageInput = z.object({ ...Decision, dry_run: z.boolean().default(false) })
export const BulkTriageOutput = z
  .object({
    reviews: z.array(ReviewView),
    response_reviews: z.array(ReviewView).optional(),
    count: z.int().optional(),
  })
  .meta({
    id: 'BulkTriageAnswer',
    description: 'A dry run answers `count` and the first 100 as they would be.',
  })

export const BulkAdjudicateInput = z.object({ resolution_comment: text(COMMENT_LIMIT).nullish() })
export const BulkAdjudicateOutput = z
  .object({ reviews: z.array(ReviewView), response_reviews: z.array(ReviewView) })
  .meta({ id: 'BulkAdjudicateAnswer' })

export const MergeInput = z.object({ survivor_id: bodyId })
export const MergeOutput = z
  .object({ survivor: ReviewView, duplicates: z.array(ReviewView) })
  .meta({ id: 'MergeAnswer' })
