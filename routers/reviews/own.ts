import { z } from 'zod'
import { assertNotFrozen } from '../../entities/comment-window.ts'
import { writing } from '../../src/access.ts'
import { guards, requiredText } from '../../src/shapes.ts'
import { sign } from '../../src/similarity/store.ts'
import { router } from '../../src/trpc.ts'
import { COMMENT_LIMIT } from './commenting.schema.ts'
import { mentionedIn } from './mentions.ts'
import { withoutMarkers } from './rendered-text.ts'
import { ReviewOutput } from './review.schema.ts'
import { assertText } from './texts.ts'
import { assertSeen, stored } from './writing.ts'

const tags = ['Comments and reviews']

/** Room for a comment behind the markers of some twenty moves, because they may be sent back with it (T-36). */
const WITH_MARKERS = 100_000

const EditInput = z.object({
  review: z.object({
    comment: requiredText(WITH_MARKERS).meta({
      description: `At most ${COMMENT_LIMIT} characters; the markers in front of it may be sent back and do not count.`,
    }),
  }),
  ...guards,
})

/** What commenters do to what they said themselves (comments 3.3, 4.1). */
export const own = router({
  edit: writing
    .ownReview()
    .meta({
      openapi: {
        method: 'PUT',
        path: '/reviews/{reviewId}',
        tags,
        summary: 'Change the text of an own comment',
      },
      refusal: 'Could not save edit',
      limits: ['review_write'],
    })
    .input(EditInput)
    .output(ReviewOutput)
    .mutation(async ({ ctx, input }) => {
      const { db, review, scope } = ctx
      const comment = withoutMarkers(input.review.comment, review.markers)
      assertText('comment', comment, ctx.services.env.limits.comment)
      await assertSeen(ctx, input)
      assertNotFrozen(scope)
      const mentioned = await mentionedIn(db, review, comment, review.comment)
      review.edit(comment, ctx.now)
      if (review.isTopLevel()) await sign(db, [{ id: review.id, component_id: scope.component_id, comment }])
      return stored(ctx, 'comment.edited', { mentioned })
    }),

  withdraw: writing
    .ownReview()
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/{reviewId}/withdraw',
        tags,
        summary: 'Take an own comment or reply back',
      },
      refusal: 'Could not withdraw',
      limits: ['review_write'],
    })
    .input(z.object(guards))
    .output(ReviewOutput)
    .mutation(async ({ ctx, input }) => {
      await assertSeen(ctx, input)
      assertNotFrozen(ctx.scope)
      ctx.review.withdraw(ctx.actor.id, ctx.now)
      return stored(ctx, 'comment.withdrawn')
    }),
})
