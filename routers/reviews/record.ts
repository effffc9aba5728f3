import { z } from 'zod'
import { removeMarkers } from '../../entities/review-text.ts'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { setETag } from '../../src/procedures/schemas/guards.ts'
import { guards, requiredText } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { editComment } from '../../workflows/comments/own-comment.ts'
import { assertText } from '../../workflows/comments/texts.ts'
import { COMMENT_LIMIT } from './commenting.schema.ts'
import { ReviewActions, listReviewActions } from './read/allowed-actions.ts'
import { ReplyView } from './read/replies.schema.ts'
import { listReplies } from './read/replies.ts'
import { ReviewOutput, ReviewView } from './read/review.schema.ts'
import { toAudience, readReviewRow, toReviewView } from './read/review.ts'
import { assertCurrent, toReviewResponse } from './review-response.ts'

const tags = ['Comments and reviews']
/** Number of replies that the response of a single review includes. */
const FIRST_REPLIES = 50

const ReviewWithResponses = z
  .object({ review: ReviewView, responses: z.array(ReplyView), ...ReviewActions })
  .meta({ id: 'ReviewWithResponses' })

export const get = reading
  .review('show')
  .meta({
    openapi: {
      method: 'GET',
      path: '/reviews/{reviewId}',
      tags,
      summary: 'One review with its first replies',
    },
  })
  .concat(rejectUnknownKeys)
  .output(ReviewWithResponses)
  .query(async ({ ctx, input: { reviewId } }) => {
    const row = await readReviewRow(ctx.db, reviewId, ctx.actor.id)
    const review = toReviewView(row, toAudience(ctx.actor, ctx.effectiveAccess))
    setETag(ctx.reply, { lockVersion: review.lock_version })
    const { rows: responses } = await listReplies(ctx, reviewId, FIRST_REPLIES, 0)
    return { review, responses, ...listReviewActions(row, { ...ctx, now: ctx.services.clock() }) }
  })

/**
 * Maximum length of a comment with its markers, about twenty moves: clients may send the markers back (rule
 *
 */
const WITH_MARKERS = 100_000

const EditInput = z.object({
  review: z.object({
    comment: requiredText(WITH_MARKERS).meta({
      description: `At most ${COMMENT_LIMIT} characters; the markers in front of it may be sent back and do not count.`,
    }),
  }),
  ...guards,
})

export const edit = writing
  .ownReview()
  .meta({
    openapi: {
      method: 'PUT',
      path: '/reviews/{reviewId}',
      tags,
      summary: 'Change the text of your own comment',
    },
    refusal: 'Could not save edit',
    limits: ['review_write'],
  })
  .input(EditInput)
  .output(ReviewOutput)
  .mutation(async ({ ctx, input }) => {
    const { review, scope, services } = ctx
    const text = removeMarkers(input.review.comment, review.markers)
    assertText('comment', text, services.env.limits.comment)
    await assertCurrent(ctx, input)
    await editComment(toUnitOfWork(ctx), review, scope, text)
    return toReviewResponse(ctx)
  })
