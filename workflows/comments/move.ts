import { formatCommentSubject } from '../../entities/requirement-name.ts'
import { Review } from '../../entities/review.ts'
import type { Actor } from '../../src/audit/actor.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { isConcealed } from '../../src/auth/access/concealment.ts'
import { toEffectiveAccess } from '../../src/auth/access/effective-access.ts'
import type { Queries } from '../../src/database/database.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { stateError, notFoundError } from '../../src/errors.ts'
import { ruleScope, type ComponentScope } from '../../src/procedures/access/scopes.ts'
import { announce } from './announce.ts'
import { lockThread } from './thread.ts'

/**
 * Moves a comment and its thread to another requirement of the component (rule R-37). Throws 404 for a
 * requirement that the actor can't see, and 422 for an invalid move.
 */
export async function moveComment(
  { em, db, auditLog, actor }: UnitOfWork,
  review: Review,
  { ruleId, reason }: { ruleId: number; reason: string },
): Promise<void> {
  const source = assertMovable(review)
  if (source === ruleId) {
    throw stateError('review.same_requirement', 'The comment is on this requirement already.', 'warning')
  }
  const [scope, label] = await Promise.all([ruleScope(db, ruleId, actor), readLabel(db, source)])
  assertDestination(scope, review.componentId, actor)
  const ids = await lockThread(db, review.id)
  const thread = await em.find(Review, { id: { $in: ids } }, { orderBy: { id: 'asc' } })
  for (const item of thread) {
    item.moveTo(ruleId, item === review ? { kind: 'move', from: label, reason } : null)
    auditLog.setReason(item, `Moved: ${reason}`)
  }
  auditLog.record({
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
      destination_rule_id: ruleId,
      reply_count: thread.length - 1,
    },
    comment: reason,
  })
  await em.flush()
  announce(auditLog, 'comment.moved', review)
}

/**
 * Returns the comment's requirement. Throws 422 for replies and comments on components, which can't be moved
 * (rule R-37).
 */
export function assertMovable(review: Review): number {
  review.assertTopLevel()
  const source = review.ruleId ?? null
  if (source === null) throw stateError('review.not_movable', 'A comment on a component cannot be moved.')
  return source
}

/** Throws 404 for a requirement that the caller can't see, and 422 for another component (rule R-37). */
function assertDestination(
  scope: ComponentScope | undefined,
  componentId: number,
  actor: Actor,
): asserts scope {
  if (!scope || isConcealed(scope, toEffectiveAccess(scope, actor))) throw notFoundError()
  if (scope.component_id !== componentId) {
    throw stateError('review.other_component', 'The requirement is in another component.', 'warning')
  }
}

async function readLabel(db: Queries, ruleId: number): Promise<string> {
  const [row] = await selectNumber(db, ruleId)
  if (!row) throw notFoundError()
  return formatCommentSubject(row.prefix, row.rule_id)
}

const selectNumber = preparedQuery((db, ruleId) =>
  db
    .selectFrom('rules as r')
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .select(['c.prefix', 'r.rule_id'])
    .where('r.id', '=', ruleId),
)
