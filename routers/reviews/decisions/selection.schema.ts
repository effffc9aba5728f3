import { z } from 'zod'
import { bodyId, expectedLockVersions, lookupId, text } from '../../../src/procedures/schemas/shapes.ts'
import { COMMENT_LIMIT } from '../commenting.schema.ts'
import { BulkFilter } from '../read/lists/filter.schema.ts'
import { ReviewView } from '../read/review.schema.ts'
import { Decision } from './triage.schema.ts'

/** Maximum number of ids in one request (rule R-3). */
export const IDS_LIMIT = 500

/** A flat list of ids; duplicates are ignored (rule R-34). */
export const reviewIds = z.array(lookupId).min(1).max(IDS_LIMIT)

export const BulkSelection = z.object({ review_ids: reviewIds.optional(), filter: BulkFilter.optional() })

/** Maps comment ids to the versions that the caller saw (rule R-34). */
export const expectedVersions = {
  expected_lock_versions: expectedLockVersions(
    IDS_LIMIT,
    'comments',
    'Reject all with 409 unless each of these comments still has this lock_version.',
  ),
}

/** Identifies a bulk decision for undo. */
const decisionId = z.uuid()

const leftOut = z.int().meta({ description: 'Further reviews that were decided on.' })

export const BulkTriageInput = z.object({
  ...Decision,
  ...expectedVersions,
  dry_run: z.boolean().default(false),
})
export const BulkTriageOutput = z
  .object({
    reviews: z.array(ReviewView),
    response_reviews: z.array(ReviewView).optional(),
    count: z.int().optional(),
    left_out: leftOut.optional(),
    decision_id: decisionId.optional(),
  })
  .meta({
    id: 'BulkTriageAnswer',
    description: 'The first 500; a dry run answers `count` and the first 100 as they would be.',
  })

export const BulkAdjudicateInput = z.object({
  resolution_comment: text(COMMENT_LIMIT).nullish(),
  ...expectedVersions,
})
export const BulkAdjudicateOutput = z
  .object({
    reviews: z.array(ReviewView),
    response_reviews: z.array(ReviewView),
    left_out: leftOut,
    decision_id: decisionId,
  })
  .meta({ id: 'BulkAdjudicateAnswer' })

export const UndoDecisionInput = z.object({ decision_id: decisionId })
export const UndoDecisionOutput = z
  .object({ reviews: z.array(ReviewView), left_out: leftOut })
  .meta({ id: 'UndoAnswer' })

export const MergeInput = z.object({ survivor_id: bodyId, ...expectedVersions })
export const MergeOutput = z
  .object({ survivor: ReviewView, duplicates: z.array(ReviewView), decision_id: decisionId })
  .meta({ id: 'MergeAnswer' })
