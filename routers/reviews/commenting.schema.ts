import { z } from 'zod'
import { bodyId, requiredText, Toast } from '../../src/shapes.ts'
import { REVIEW_ACTIONS } from '../../src/vocabulary.ts'
import { ReviewView, SectionKey } from './review.schema.ts'

/** The longest text of any action; comments are held to their own, shorter limit (comments 1.9). */
export const LONGEST = 10_000
/** The longest comment, reply or response, in code points (comments 1.9). */
export const COMMENT_LIMIT = 4000

const action = z.enum(REVIEW_ACTIONS, { error: 'is not a review action' })
const section = SectionKey.nullish()
const responding_to_review_id = bodyId.nullish()

export const RuleReviewInput = z.object({
  review: z.object({
    action,
    comment: requiredText(LONGEST).meta({
      description: `With the action \`comment\` at most ${COMMENT_LIMIT} characters.`,
    }),
    section,
    responding_to_review_id,
  }),
})

/** Always a comment, never with a section (comments 4.1): whatever is sent for those is ignored. */
export const ComponentReviewInput = z.object({
  review: z.object({ comment: requiredText(COMMENT_LIMIT), responding_to_review_id }),
})

export const CreatedReview = z.object({ toast: Toast, review: ReviewView }).meta({ id: 'CreatedReview' })
