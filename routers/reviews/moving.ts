import { z } from 'zod'
import { Review } from '../../entities/review.ts'
import { writing } from '../../src/access.ts'
import { ruleScope } from '../../src/access/scopes.ts'
import { standingOf } from '../../src/access/standing.ts'
import type { Actor } from '../../src/context.ts'
import type { Reader } from '../../src/database.ts'
import { illegal, notFound } from '../../src/errors.ts'
import { bodyId, guards } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import { assertReason, auditComment } from './audit-comment.ts'
import { ReviewOutput } from './review.schema.ts'
import { lockThread } from './threads.ts'
import { displayedName } from './view.ts'
import { assertSeen, stored } from './writing.ts'

const tags = ['Comments and reviews']
const MoveInput = z.object({ rule_id: bodyId, audit_comment: auditComment, ...guards })

export const moving = router({
  moveToRule: writing
    .review('project admin')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/reviews/{reviewId}/move_to_rule',
        tags,
        summary: 'Move a comment and its thread to another requirement of the component',
      },
      refusal: 'Could not move',
      limits: ['review_write'],
    })
    .input(MoveInput)
    .output(ReviewOutput)
    .mutation(async ({ ctx, input }) => {
      const { em, db, trail, actor, review } = ctx
      const reason = input.audit_comment
      assertReason(ctx.services, input.audit_comment)
      await assertSeen(ctx, input)
      const source = movableFrom(review)
      if (source === input.rule_id) {
        throw illegal('review.same_requirement', 'The comment is on this requirement already.', 'warning')
      }
      await assertDestination(db, input.rule_id, review.componentId, actor)
      const label = await labelOf(db, source)
      const ids = await lockThread(db, review.id)
      const thread = await em.find(Review, { id: { $in: ids } }, { orderBy: { id: 'asc' } })
      for (const one of thread) {
        one.moveTo(input.rule_id, one === review ? { kind: 'move', from: label, reason } : null)
        trail.because(one, `Moved: ${reason}`)
      }
      trail.record({
        action: 'review_moved_out',
        auditableType: 'BaseRule',
        auditableId: source,
        associatedType: 'Component',
        associatedId: review.componentId,
        projectId: review.projectId,
        componentId: review.componentId,
        ruleId: source,
        changes: {
          review_id: review.id,
          source_rule_id: source,
          destination_rule_id: input.rule_id,
          reply_count: thread.length - 1,
        },
        comment: reason,
      })
      return stored(ctx, 'comment.moved')
    }),
})

/** The requirement it is on; comments on components and replies have no legal move (T-39). */
function movableFrom(review: Review): number {
  review.assertTopLevel()
  const source = review.ruleId ?? null
  if (source === null) throw illegal('review.not_movable', 'A comment on a component cannot be moved.')
  return source
}

/** 404 for a requirement that the caller may not know of, 422 for one of another component (comments 3.8). */
async function assertDestination(
  db: Reader,
  ruleId: number,
  componentId: number,
  actor: Actor,
): Promise<void> {
  const scope = await ruleScope(db, ruleId, actor)
  const known = scope && (scope.visibility !== 'hidden' || scope.released || standingOf(scope, actor).role)
  if (!known) throw notFound()
  if (scope.component_id !== componentId) {
    throw illegal('review.other_component', 'The requirement is in another component.', 'warning')
  }
}

async function labelOf(db: Reader, ruleId: number): Promise<string> {
  const { prefix, rule_id } = await db
    .selectFrom('rules as r')
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .select(['c.prefix', 'r.rule_id'])
    .where('r.id', '=', ruleId)
    .executeTakeFirstOrThrow()
  return displayedName(prefix, rule_id)
}
