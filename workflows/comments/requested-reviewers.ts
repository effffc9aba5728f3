import { sql, type RawBuilder } from 'kysely'
import type { Caller } from '../../src/audit/actor.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { ownProjectIds } from '../../src/auth/access/concealment.ts'
import { memberIds } from '../../src/auth/access/membership-sql.ts'
import { validationError } from '../../src/errors.ts'
import type { ReviewAction } from '../../src/vocabulary.ts'

/** The requirement of a review step, and the requested reviewers. */
export interface ReviewersInput {
  ruleId: number
  reviewerIds: readonly number[]
}

/** Query for the ids of the members who can review in component `c`. */
export const reviewerIdsSql = (c = 'c'): RawBuilder<number> =>
  memberIds({ project: sql.ref(`${c}.project_id`), component: sql.ref(`${c}.id`) }, 'reviewer')

/**
 * The ids of `reviewerIdsSql` that the caller can see. A caller who is only a member of the component can't see members
 * of its project (C-22).
 */
export const visibleReviewerIdsSql = (actor: Caller, c = 'c'): RawBuilder<number> => {
  if (actor.admin) return reviewerIdsSql(c)
  const project = sql.ref(`${c}.project_id`)
  const visibleProject = sql`case when ${project} in (${ownProjectIds(actor.id)}) then ${project} end`
  return memberIds({ project: visibleProject, component: sql.ref(`${c}.id`) }, 'reviewer')
}

/** Throws 422 for reviewers with any step other than a request. */
export function assertNamesReviewers(action: ReviewAction, reviewerIds: readonly number[]): void {
  if (action === 'request_review' || reviewerIds.length === 0) return
  throw validationError(
    'review.reviewers_unexpected',
    'reviewer_ids',
    'Only a review request can name reviewers.',
  )
}

/**
 * Replaces the requested reviewers of a requirement; steps other than a request name none (rule R-66).
 * @throws 422 for the caller, and for anyone who can't review there, with the same text as for unknown ids
 */
export async function nameReviewers(
  { db, actor }: Pick<UnitOfWork, 'db' | 'actor'>,
  { ruleId, reviewerIds }: ReviewersInput,
): Promise<void> {
  const ids = [...new Set(reviewerIds)]
  await db.deleteFrom('requested_reviewers').where('rule_id', '=', ruleId).execute()
  if (ids.length === 0) return
  const { numAffectedRows } = await sql`
    insert into requested_reviewers (rule_id, user_id)
    select r.id, u.id from users u, rules r join components c on c.id = r.component_id
    where r.id = ${ruleId} and u.id = any(${ids}::int[]) and u.id <> ${actor.id} and u.id in ${visibleReviewerIdsSql(actor)}
    order by u.id`.execute(db)
  if (numAffectedRows !== BigInt(ids.length)) {
    const message = 'A reviewer must be another member here with the role reviewer or higher.'
    throw validationError('review.reviewer_unfit', 'reviewer_ids', message)
  }
}
