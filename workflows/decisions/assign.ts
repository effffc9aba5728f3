import { sql } from 'kysely'
import { assertNotFrozen, type CommentWindow } from '../../entities/comment-window.ts'
import type { Review } from '../../entities/review.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { isMemberSql } from '../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../src/database/database.ts'
import { validationError } from '../../src/errors.ts'
import { announce } from '../comments/announce.ts'

/** Absent members don't change. */
export interface Assignment {
  assigneeId?: number | null | undefined
  dueOn?: string | null | undefined
}

/** Assigns a comment to a user who can triage it (rule R-57); throws 422 for others. */
export async function assignComment(
  { em, db, auditLog }: UnitOfWork,
  review: Review,
  scope: CommentWindow,
  { assigneeId = review.assigneeId ?? null, dueOn = review.dueOn ?? null }: Assignment,
): Promise<void> {
  assertNotFrozen(scope)
  if (assigneeId !== null && assigneeId !== (review.assigneeId ?? null)) {
    await assertMayTriage(db, assigneeId, review.componentId)
  }
  if (!review.assign(assigneeId, dueOn)) return
  await em.flush()
  announce(auditLog, 'comment.assigned', review)
}

/** Throws 422 unless the assignee can triage there; unknown users get the same error. */
async function assertMayTriage(db: Queries, userId: number, componentId: number): Promise<void> {
  const triager = { user: userId, project: sql.ref('c.project_id'), component: sql.ref('c.id') }
  const { rows } = await sql`
    select 1 from users u join components c on c.id = ${componentId}
    where u.id = ${userId} and (u.admin or ${isMemberSql(triager, 'author')})`.execute(db)
  if (rows.length === 0) {
    throw validationError(
      'review.assignee_unfit',
      'assignee_id',
      'The assignee must be author or higher here.',
    )
  }
}
