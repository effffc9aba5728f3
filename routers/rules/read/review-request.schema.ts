import { z } from 'zod'
import { instant } from '../../../src/procedures/schemas/shapes.ts'
import { requirementFields } from './requirement-fields.ts'

const ReviewerName = z.object({ id: z.int(), name: z.string() }).meta({ id: 'ReviewerName' })

/** The open review request of a requirement, and the possible reviewers (rule R-66). */
export const RuleReviewRequest = z
  .object({
    review_request: z
      .object({
        requestor_id: z.int(),
        requestor_name: z.string(),
        comment: z.string(),
        requested_at: instant,
        reviewers: z.array(ReviewerName),
      })
      .nullable(),
    possible_reviewers: z.array(ReviewerName),
  })
  .meta({ id: 'RuleReviewRequest' })
export type RuleReviewRequest = z.infer<typeof RuleReviewRequest>

const ReviewRequestRow = z
  .object({
    ...requirementFields,
    version: z.int().nullable(),
    release: z.int().nullable(),
    project_id: z.int(),
    project_name: z.string(),
    requestor_name: z.string(),
    comment: z.string(),
    requested_at: instant,
  })
  .meta({ id: 'ReviewRequestRow' })
export type ReviewRequestRow = z.infer<typeof ReviewRequestRow>

export const ReviewRequestList = z
  .object({ review_requests: z.array(ReviewRequestRow) })
  .meta({ id: 'ReviewRequestList' })
