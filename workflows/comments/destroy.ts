import { sql } from 'kysely'
import { Review } from '../../entities/review.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { executeDeferred } from '../../src/database/fast-path/pipelined-lease.ts'
import { opaqueIds, opaqueIdsInOrder } from '../../src/database/opaque-parameter.ts'
import { clearStoredTexts } from '../../src/procedures/idempotency/keys.ts'
import { announce } from './announce.ts'
import { lockThread } from './thread.ts'

/** Permanently deletes a comment and its thread, in any phase (rule R-38). */
export async function destroyComment(work: UnitOfWork, review: Review, reason: string): Promise<void> {
  const { db, auditLog } = work
  const ids = await lockThread(db, review.id)
  announce(auditLog, 'comment.destroyed', review)
  await releaseDuplicates(work, review, ids)
  await recordDestruction(work, review, ids, reason)
  await executeDeferred(db, sql`delete from reviews where id = any ${opaqueIds(ids)}`)
  await clearStoredTexts(db, { componentId: review.componentId })
}

/** Maximum number of duplicates in memory. */
const BATCH_SIZE = 200

/** Resets the duplicates of a deleted comment to undecided (rule R-38). */
async function releaseDuplicates(
  { em, db, auditLog }: UnitOfWork,
  review: Review,
  threadIds: number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from reviews where duplicate_of_review_id = any ${opaqueIds(threadIds)}
      and id <> all ${opaqueIds(threadIds)} order by id for update`.execute(db)
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const ids = rows.slice(start, start + BATCH_SIZE).map(({ id }) => id)
    for (const duplicate of await em.find(Review, { id: { $in: ids } }, { orderBy: { id: 'asc' } })) {
      duplicate.resetDecision()
      auditLog.setReason(duplicate, `The comment it was a duplicate of (${review.id}) was deleted.`)
      announce(auditLog, 'comment.restored', duplicate)
    }
    await em.flush()
    em.clear()
  }
}

/**
 * Records every deleted row, leaves first, and a snapshot on the component with all columns, root first and
 * ISO times (rule R-38). The database builds it, so that the texts of long threads are not loaded.
 */
async function recordDestruction(
  { db, auditLog }: UnitOfWork,
  review: Review,
  ids: number[],
  reason: string,
) {
  const location = {
    projectId: review.projectId,
    componentId: review.componentId,
    ruleId: review.ruleId ?? null,
    comment: reason,
  }
  const thread = sql`${opaqueIdsInOrder(ids, 't')} join reviews v on v.id = t.id`
  await auditLog.recordRows(
    db,
    {
      ...location,
      action: 'admin_destroy_review',
      auditableType: 'Component',
      associatedType: 'Project',
      associatedId: review.projectId,
    },
    sql`select ${review.componentId}::integer as auditable_id, jsonb_build_object('review_id', ${review.id}::integer,
        'rule_id', ${review.ruleId ?? null}::integer, 'author_id', ${review.userId ?? null}::integer,
        'reply_count', count(*) - 1, 'destroyed_review_snapshots', jsonb_agg(to_jsonb(v) order by t.ordinal)) as changes
      from ${thread}`,
  )
  await auditLog.recordRows(
    db,
    {
      ...location,
      action: 'destroy',
      auditableType: 'Review',
      associatedType: review.commentableType,
      associatedId: review.ruleId ?? review.componentId,
    },
    sql`select v.id as auditable_id, to_jsonb(v) as changes from ${thread} order by t.ordinal desc`,
  )
}
