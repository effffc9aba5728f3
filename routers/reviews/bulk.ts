import { sql } from 'kysely'
import { assertNotFrozen } from '../../entities/comment-window.ts'
import type { Review } from '../../entities/review.ts'
import { alreadyClosed, decisionOf } from '../../entities/triage-decision.ts'
import { invalid } from '../../src/errors.ts'
import { isBlank } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import {
  recordDecisions,
  recordResponses,
  stateOf,
  writeDecisions,
  writeResponses,
  type ReviewsWriting,
} from './bulk-write.ts'
import { requestOf, targetsOfAll } from './decisions.ts'
import { announce } from './events.ts'
import { mentionedIn } from './mentions.ts'
import { onReviews, onSelectedReviews } from './selected.ts'
import {
  BulkAdjudicateInput,
  BulkAdjudicateOutput,
  BulkTriageInput,
  BulkTriageOutput,
} from './selection.schema.ts'
import { assertLength } from './texts.ts'
import { audienceOf, viewReviews } from './view.ts'

const tags = ['Comments and reviews']
/** How many reviews a dry run shows. */
const SHOWN = 100

/** One decision for many comments, all or nothing, in a bounded number of statements (comments 3.6). */
export const bulk = router({
  bulkTriage: onSelectedReviews('author')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/bulk_triage',
        tags,
        summary: 'Decide on many comments of a component at once',
      },
      refusal: 'Could not save triage',
      limits: ['review_write'],
      idempotencyKey: true,
    })
    .input(BulkTriageInput)
    .output(BulkTriageOutput)
    .mutation(async ({ ctx, input }) => {
      const { em, db, reviews, actor, now } = ctx
      const request = requestOf(input)
      assertLength('response_comment', request.response ?? '', ctx.services.env.limits.comment)
      const decision = decisionOf(request)
      const ids = reviews.map(({ id }) => id)
      if (decision === 'duplicate' && ids.includes(request.duplicateOfReviewId ?? 0)) {
        throw invalid(
          'review.duplicate_of_itself',
          'duplicate_of_review_id',
          'The canonical is among the selected comments: merge them instead.',
        )
      }
      assertNotFrozen(ctx.scope)
      const targets = await targetsOfAll(em, db, ids, decision, request)
      const decide = (review: Review) => {
        if (review.isClosed()) throw alreadyClosed()
        review.triage(decision, targets, actor.id, now)
      }
      const write = () =>
        writeAll(ctx, decide, request.response, `Bulk triage: ${decision}`, 'comment.triaged')
      if (!input.dry_run) return write()
      await sql`savepoint dry_run`.execute(db)
      const preview = await previewAll(ctx, decide, request.response)
      await sql`rollback to savepoint dry_run`.execute(db)
      return preview
    }),

  bulkAdjudicate: onReviews('author')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/bulk_adjudicate',
        tags,
        summary: 'Close many decided comments of a component at once',
      },
      refusal: 'Could not close',
      limits: ['review_write'],
      idempotencyKey: true,
    })
    .input(BulkAdjudicateInput)
    .output(BulkAdjudicateOutput)
    .mutation(({ ctx, input: { resolution_comment: text } }) => {
      assertLength('resolution_comment', text ?? '', ctx.services.env.limits.comment)
      assertNotFrozen(ctx.scope)
      const decide = (review: Review) => {
        if (!review.adjudicate(ctx.actor.id, ctx.now)) throw alreadyClosed()
      }
      return writeAll(ctx, decide, text, 'Bulk adjudication', 'comment.adjudicated')
    }),
})

async function writeAll(
  ctx: ReviewsWriting,
  decide: (review: Review) => void,
  text: string | null | undefined,
  comment: string,
  event: 'comment.triaged' | 'comment.adjudicated',
) {
  const { em, db, reviews, actor, now, trail } = ctx
  const before = new Map(reviews.map((review) => [review.id, stateOf(review)]))
  for (const review of reviews) decide(review)
  await writeDecisions(em, db, reviews, now)
  recordDecisions(trail, reviews, before, comment)
  const { responses, mentioned } = await respondToAll(ctx, text)
  reviews.forEach((review, index) =>
    announce(trail, event, review, { responseId: responses[index], mentioned }),
  )
  const audience = audienceOf(actor, ctx.standing)
  const ids = reviews.map(({ id }) => id)
  return {
    reviews: await viewReviews(db, ids, audience),
    response_reviews: await viewReviews(db, responses, audience),
  }
}

/** The ids of the responses, none without text, and whom their text names. */
async function respondToAll(ctx: ReviewsWriting, text: string | null | undefined) {
  const { db, reviews, actor, now } = ctx
  const [first] = reviews
  if (!first || !text || isBlank(text)) return { responses: [], mentioned: [] }
  const responses = await writeResponses(db, reviews, text, actor.id, now)
  recordResponses(ctx, responses, text)
  return { responses, mentioned: await mentionedIn(db, first, text) }
}

/** What would change, the first reviews as they would be; the caller takes the writing back. */
async function previewAll(
  ctx: ReviewsWriting,
  decide: (review: Review) => void,
  text: string | null | undefined,
) {
  const { em, db, reviews, actor, now, standing } = ctx
  for (const review of reviews) decide(review)
  const shown = reviews.slice(0, SHOWN)
  await writeDecisions(em, db, shown, now)
  if (text && !isBlank(text)) await writeResponses(db, shown, text, actor.id, now)
  const ids = shown.map(({ id }) => id)
  return { count: reviews.length, reviews: await viewReviews(db, ids, audienceOf(actor, standing)) }
}
