import { sql } from 'kysely'
import { findLockObstacle } from '../../entities/requirement-findings.ts'
import type { Rule } from '../../entities/rule.ts'
import type { Queries } from '../../src/database/database.ts'
import { stateError } from '../../src/errors.ts'
import type { Workers } from '../../src/workers/pool.ts'
import { narrowFactsToPolicy } from './requirement-facts.ts'

/**
 * Throws 422 if the component's own policy blocks locking because of a finding. Without a policy, a single
 * requirement can always be locked (rule C-50).
 */
export async function assertLockable(
  db: Queries,
  workers: Workers,
  { id, componentId, ruleId }: Pick<Rule, 'id' | 'componentId' | 'ruleId'>,
): Promise<void> {
  const { readiness_policy: policy } = await db
    .selectFrom('components')
    .select('readiness_policy')
    .where('id', '=', componentId)
    .executeTakeFirstOrThrow()
  if (policy === null) return
  const [facts] = await narrowFactsToPolicy(db, workers, { componentId, policy, filter: sql`r.id = ${id}` })
  const obstacle = facts ? findLockObstacle({ ...facts, underReview: false }, policy) : null
  if (obstacle) throw stateError('rule.not_ready', `Requirement ${ruleId} can't be locked: ${obstacle.text}.`)
}
