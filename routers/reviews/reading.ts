import { z } from 'zod'
import { reading as readable } from '../../src/access.ts'
import type { Actor, Standing } from '../../src/context.ts'
import type { Reader } from '../../src/database.ts'
import { tag } from '../../src/guards.ts'
import { router } from '../../src/trpc.ts'
import { ResponseList, ResponsePage, ReviewView } from './review.schema.ts'
import { audienceOf, viewReview, viewReviewsWhere } from './view.ts'

const tags = ['Comments and reviews']
/** How many replies come with a single review. */
const FIRST_REPLIES = 50

const ReviewWithResponses = z
  .object({ review: ReviewView, responses: z.array(ReviewView) })
  .meta({ id: 'ReviewWithResponses' })

export const reading = router({
  get: readable
    .review('show')
    .meta({
      openapi: {
        method: 'GET',
        path: '/reviews/{reviewId}',
        tags,
        summary: 'One review with its first replies',
      },
    })
    .output(ReviewWithResponses)
    .query(async ({ ctx, input: { reviewId } }) => {
      const review = await viewReview(ctx.db, reviewId, audienceOf(ctx.actor, ctx.standing))
      tag(ctx.reply, { lockVersion: review.lock_version })
      return { review, responses: await repliesTo(ctx, reviewId, FIRST_REPLIES, 0) }
    }),

  responses: readable
    .review('show')
    .meta({
      openapi: {
        method: 'GET',
        path: '/reviews/{reviewId}/responses',
        tags,
        summary: 'The direct replies to a comment, oldest first',
      },
    })
    .input(ResponsePage)
    .output(ResponseList)
    .query(async ({ ctx, input: { reviewId, page, per_page: size } }) => ({
      rows: await repliesTo(ctx, reviewId, size, (page - 1) * size),
    })),
})

interface Asking {
  db: Reader
  actor: Actor
  standing: Standing
}

function repliesTo({ db, actor, standing }: Asking, reviewId: number, limit: number, offset: number) {
  return viewReviewsWhere(db, audienceOf(actor, standing), (query) =>
    query
      .where('v.responding_to_review_id', '=', reviewId)
      .orderBy('v.created_at')
      .orderBy('v.id')
      .limit(limit)
      .offset(offset),
  )
}
