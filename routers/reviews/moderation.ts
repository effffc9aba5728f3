import { z } from 'zod'
import { assertNotFrozen } from '../../entities/comment-window.ts'
import { writing } from '../../src/access.ts'
import { guards } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import { assertReason, auditComment } from './audit-comment.ts'
import { ReviewOutput, ReviewView, SectionKey } from './review.schema.ts'
import { assertSeen, current, stored } from './writing.ts'

const tags = ['Comments and reviews']

const OverrideInput = z.object({ audit_comment: auditComment, ...guards })
const RetagInput = z.object({ section: SectionKey.nullable(), audit_comment: auditComment, ...guards })
const RetagOutput = z
  .object({ review: ReviewView, idempotent: z.literal(true).optional() })
  .meta({ id: 'RetagAnswer' })

/** Overrides of administrators, which no phase stops, and the retagging of a section (comments 3.1, 3.3). */
export const moderation = router({
  adminWithdraw: writing
    .review('project admin')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/{reviewId}/admin_withdraw',
        tags,
        summary: 'Withdraw a comment of somebody else',
      },
      refusal: 'Could not force-withdraw',
      limits: ['review_write'],
    })
    .input(OverrideInput)
    .output(ReviewOutput)
    .mutation(async ({ ctx, input }) => {
      assertReason(ctx.services, input.audit_comment)
      await assertSeen(ctx, input)
      ctx.review.adminWithdraw(ctx.actor.id, ctx.now)
      ctx.trail.because(ctx.review, `Force-withdrawn: ${input.audit_comment}`)
      return stored(ctx, 'comment.withdrawn')
    }),

  adminRestore: writing
    .review('project admin')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/{reviewId}/admin_restore',
        tags,
        summary: 'Put a closed comment back to pending',
      },
      refusal: 'Could not restore',
      limits: ['review_write'],
    })
    .input(OverrideInput)
    .output(ReviewOutput)
    .mutation(async ({ ctx, input }) => {
      assertReason(ctx.services, input.audit_comment)
      await assertSeen(ctx, input)
      ctx.review.adminRestore()
      ctx.trail.because(ctx.review, `Restored: ${input.audit_comment}`)
      return stored(ctx, 'comment.restored')
    }),

  retag: writing
    .review('author')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/{reviewId}/section',
        tags,
        summary: 'Change the section that a comment is about',
      },
      refusal: 'Could not save section',
      limits: ['review_write'],
    })
    .input(RetagInput)
    .output(RetagOutput)
    .mutation(async ({ ctx, input }) => {
      assertReason(ctx.services, input.audit_comment)
      await assertSeen(ctx, input)
      assertNotFrozen(ctx.scope)
      if (!ctx.review.retag(input.section)) return { ...(await current(ctx)), idempotent: true as const }
      ctx.trail.because(ctx.review, `Section changed: ${input.audit_comment}`)
      return stored(ctx, 'comment.retagged')
    }),
})
