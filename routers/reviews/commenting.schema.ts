import { z } from 'zod'
import { MAX_REVIEWERS } from '../../entities/requested-reviewer.ts'
import type { RateName } from '../../src/http/rate-limits/rate-limits.ts'
import { bodyId, guards, requiredText, Toast } from '../../src/procedures/schemas/shapes.ts'
import { REVIEW_ACTIONS } from '../../src/vocabulary.ts'
import { ReviewView, SectionKey } from './read/review.schema.ts'

/** Maximum length of the text of any action; comments have a lower limit (rule R-3). */
export const MAX_TEXT_LENGTH = 10_000
/** Maximum length of a comment, reply or response, in code points (rule R-3). */
export const COMMENT_LIMIT = 4000

/** Separate rate limits of comments (rule A-67). */
export const COMMENT_LIMITS: RateName[] = ['comment_minute', 'comment_hour']

const action = z.enum(REVIEW_ACTIONS)
const TOO_MANY = { error: `must name at most ${MAX_REVIEWERS} people` }
const section = SectionKey.nullish()
const responding_to_review_id = bodyId.nullish()

/** The guards apply to the requirement, which every action but `comment` changes (rule E-14). */
export const RuleReviewInput = z.object({
  review: z.object({
    action: action.meta({
      description: '`comment` for a comment or reply; the others are steps of the review cycle.',
    }),
    comment: requiredText(MAX_TEXT_LENGTH).meta({
      description: `With the action \`comment\` at most ${COMMENT_LIMIT} characters.`,
    }),
    section,
    responding_to_review_id,
    reviewer_ids: z.array(bodyId).max(MAX_REVIEWERS, TOO_MANY).optional(),
  }),
  ...guards,
})

/** Always a comment without a section; values for both are ignored (rule R-42). */
export const ComponentReviewInput = z.object({
  review: z.object({ comment: requiredText(COMMENT_LIMIT), responding_to_review_id }),
})

export const CreatedReview = z.object({ toast: Toast, review: ReviewView }).meta({ id: 'CreatedReview' })
