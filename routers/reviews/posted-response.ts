import type { z } from 'zod'
import type { Review } from '../../entities/review.ts'
import { createToast } from '../../src/procedures/schemas/shapes.ts'
import type { PostedComment } from '../../workflows/comments/comment.ts'
import type { ReviewStepResult } from '../../workflows/comments/review-step.ts'
import type { CreatedReview } from './commenting.schema.ts'
import { toReviewResponse, type ReviewContext } from './review-response.ts'

type PostedResponse = Promise<z.output<typeof CreatedReview>>
type Context = Omit<ReviewContext, 'review'>

/** The response to a new comment or reply. */
export function toPostedResponse(ctx: Context, { review, redirectedTo }: PostedComment): PostedResponse {
  const reply = review.isReply()
  const message = redirectedTo
    ? `It was placed on ${redirectedTo}, which satisfies this requirement.`
    : reply
      ? 'It is below the comment.'
      : 'It waits for triage.'
  return createPostedResponse(ctx, review, reply ? 'Reply added' : 'Comment added', message)
}

/** The response to a step of the review cycle. */
export function toStepResponse(ctx: Context, { review, rule, done }: ReviewStepResult): PostedResponse {
  return createPostedResponse(ctx, review, done, `Requirement ${rule.ruleId}: ${done.toLowerCase()}.`)
}

async function createPostedResponse(
  ctx: Context,
  review: Review,
  title: string,
  message: string,
): PostedResponse {
  return { toast: createToast(title, message), ...(await toReviewResponse({ ...ctx, review })) }
}
