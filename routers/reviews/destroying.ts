import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { Review } from '../../entities/review.ts'
import { writing } from '../../src/access.ts'
import type { Trail } from '../../src/audit.ts'
import type { Reader } from '../../src/database.ts'
import { guards } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import { assertReason, auditComment } from './audit-comment.ts'
import { lockDuplicates } from './decisions.ts'
import { announce } from './events.ts'
import { lockThread } from './threads.ts'
import { assertSeen } from './writing.ts'

const tags = ['Comments and reviews']
const DestroyInput = z.object({ audit_comment: auditComment, ...guards })
const DestroyOutput = z.object({ review: z.null(), destroyed_id: z.int() }).meta({ id: 'DestroyAnswer' })

export const destroying = router({
  adminDestroy: writing
    .review('project admin', 'reviewId', (db, scope) => lockDuplicates(db, scope.component_id))
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/reviews/{reviewId}/admin_destroy',
        tags,
        summary: 'Delete a comment and its thread for good',
      },
      refusal: 'Could not hard-delete',
      limits: ['review_write'],
    })
    .input(DestroyInput)
    .output(DestroyOutput)
    .mutation(async ({ ctx, input }) => {
      const { em, db, trail, review } = ctx
      assertReason(ctx.services, input.audit_comment)
      await assertSeen(ctx, input)
      const ids = await lockThread(db, review.id)
      const orphans = await em.find(
        Review,
        { duplicateOfReviewId: { $in: ids }, id: { $nin: ids } },
        { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
      )
      for (const orphan of orphans) {
        orphan.resetDecision()
        trail.because(orphan, `The comment it was a duplicate of (${review.id}) was deleted.`)
      }
      await em.flush()
      recordDestruction(trail, review, await snapshotsOf(db, ids), input.audit_comment)
      await db.deleteFrom('reviews').where('id', 'in', ids).execute()
      announce(trail, 'comment.destroyed', review)
      for (const orphan of orphans) announce(trail, 'comment.restored', orphan)
      return { review: null, destroyed_id: review.id }
    }),
})

type Snapshot = Record<string, unknown>

/** Every stored column of every row, root first, with ISO times (comments 3.9). */
async function snapshotsOf(db: Reader, ids: number[]): Promise<Snapshot[]> {
  const { rows } = await sql<{ row: Snapshot }>`
    select to_jsonb(v) as row from reviews v where v.id = any(${sql.val(ids)}::integer[])`.execute(db)
  const place = new Map(ids.map((id, index) => [id, index]))
  const order = (row: Snapshot) => place.get(Number(row['id'])) ?? 0
  return rows.map(({ row }) => row).toSorted((a, b) => order(a) - order(b))
}

/** The snapshot on the component, and one entry per row, leaves first (T-42). */
function recordDestruction(trail: Trail, review: Review, snapshots: Snapshot[], reason: string): void {
  const place = {
    projectId: review.projectId,
    componentId: review.componentId,
    ruleId: review.ruleId ?? null,
    comment: reason,
  }
  trail.record({
    ...place,
    action: 'admin_destroy_review',
    auditableType: 'Component',
    auditableId: review.componentId,
    associatedType: 'Project',
    associatedId: review.projectId,
    changes: {
      review_id: review.id,
      rule_id: review.ruleId ?? null,
      author_id: review.userId ?? null,
      reply_count: snapshots.length - 1,
      destroyed_review_snapshots: snapshots,
    },
  })
  for (const snapshot of snapshots.toReversed()) {
    trail.record({
      ...place,
      action: 'destroy',
      auditableType: 'Review',
      auditableId: Number(snapshot['id']),
      associatedType: review.commentableType,
      associatedId: review.ruleId ?? review.componentId,
      changes: snapshot,
    })
  }
}
