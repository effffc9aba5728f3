import { type RawBuilder, sql } from 'kysely'
import type { Component } from '../../entities/component.ts'
import { DEFAULT_POLICY, findLockObstacle } from '../../entities/requirement-findings.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { executeDeferred } from '../../src/database/fast-path/pipelined-lease.ts'
import { displayedNameSql } from '../../src/database/requirement-name.ts'
import { DomainError } from '../../src/errors.ts'
import type { Workers } from '../../src/workers/pool.ts'
import { assertRequirements } from '../requirements/named-requirements.ts'
import { formatSectionComment, type SectionLocks } from '../requirements/section-locks.ts'
import { narrowFactsToPolicy } from './requirement-facts.ts'

export interface BulkLock {
  locked: number
  /** Number and reason of each skipped requirement. */
  skipped: string[]
}

/**
 * Locks every ready requirement of a write-locked component, with one review each, and lists the others. A
 * fixed number of statements does the same as `Rule.lock`.
 * @throws a 422 warning if there were candidates and none was ready
 */
export async function lockAll(
  work: UnitOfWork,
  workers: Workers,
  component: Component,
  comment: string,
): Promise<BulkLock> {
  const { db } = work
  const policy = component.readinessPolicy ?? DEFAULT_POLICY
  const filter = sql`not r.locked`
  const facts = await narrowFactsToPolicy(db, workers, { componentId: component.id, policy, filter })
  const candidates = facts.map((rule) => ({ rule, obstacle: findLockObstacle(rule, policy) }))
  const ready = candidates.flatMap(({ rule, obstacle }) => (obstacle === null ? [rule.id] : []))
  const skipped = candidates.flatMap(({ rule, obstacle }) =>
    obstacle ? [`${rule.rule_id} (${obstacle.text})`] : [],
  )
  if (ready.length === 0 && skipped.length > 0) {
    throw new DomainError('invalid', 'component.nothing_to_lock', 'No requirement was ready to be locked.', {
      variant: 'warning',
      messages: ['No requirement was ready to be locked.', `Skipped: ${skipped.join(', ')}.`],
    })
  }
  if (ready.length > 0) await changeLock(work, component, ready, { locked: true, comment })
  return { locked: ready.length, skipped }
}

/**
 * Unlocks every locked requirement of a write-locked component, with one review each; returns their number.
 */
export async function unlockAll(work: UnitOfWork, component: Component, comment: string): Promise<number> {
  const locked = await work.db
    .selectFrom('rules')
    .select('id')
    .where('component_id', '=', component.id)
    .where('deleted_at', 'is', null)
    .where('locked', '=', true)
    .execute()
  const ids = locked.map(({ id }) => id)
  if (ids.length > 0) await changeLock(work, component, ids, { locked: false, comment })
  return ids.length
}

/** Does the same as `Rule.lock` and `Rule.unlock` for many requirements, in a fixed number of statements. */
async function changeLock(
  { db, actor, auditLog, now }: UnitOfWork,
  component: Component,
  rules: number[],
  { locked, comment }: { locked: boolean; comment: string },
): Promise<void> {
  const ids = sql`any (${sql.val(rules)}::integer[])`
  const time = now.toISOString()
  const action = locked ? 'lock_control' : 'unlock_control'
  const changes = sql`jsonb_build_object('locked', jsonb_build_array(r.locked, ${locked}::boolean))
    || case when r.changes_requested then jsonb_build_object('changes_requested', jsonb_build_array(true, false))
      else '{}' end`
  const entries = changedRulesSql(sql`r.id = ${ids}`, changes)
  await executeDeferred(
    db,
    auditLog.createRuleEntriesStatement({ action: 'update', scope: component, comment }, entries),
  )
  await executeDeferred(
    db,
    sql`update rules set locked = ${locked}, changes_requested = false, lock_version = lock_version + 1,
    updated_at = ${time} where id = ${ids}`,
  )
  await executeDeferred(
    db,
    sql`insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, created_at, updated_at)
    select ${component.projectId}::integer, r.component_id, r.id, 'BaseRule', ${actor.id}::integer, ${action}, ${comment}, ${time}, ${time}
    from rules r where r.id = ${ids} order by r.rule_id`,
  )
}

/**
 * Locks or unlocks sections of requirements that are not locked themselves, like `Rule.lockSections`; returns how many
 * changed. Throws 422 for an id that is not a requirement of the component.
 */
export async function lockSectionsOfAll(
  { db, auditLog, now }: UnitOfWork,
  component: Component,
  locks: SectionLocks & { ruleIds?: number[] | undefined },
): Promise<number> {
  if (locks.ruleIds) await assertRequirements(db, component.id, 'rule_ids', locks.ruleIds)
  const isNamed = locks.ruleIds ? sql`and r.id = any (${sql.val(locks.ruleIds)}::integer[])` : sql``
  const keys = sql`array[${sql.join(locks.sections.map((name) => sql`${name}::text`))}]`
  const added = JSON.stringify(Object.fromEntries(locks.sections.map((name) => [name, true])))
  const next = locks.locked ? sql`r.locked_fields || ${added}::jsonb` : sql`r.locked_fields - ${keys}`
  const which = sql<boolean>`r.component_id = ${component.id} and r.deleted_at is null and not r.locked
    and r.locked_fields <> (${next}) ${isNamed}`
  const changes = sql`jsonb_build_object('locked_fields', jsonb_build_array(r.locked_fields, ${next}))`
  const entry = { action: 'update', scope: component, comment: formatSectionComment(locks) } as const
  await executeDeferred(db, auditLog.createRuleEntriesStatement(entry, changedRulesSql(which, changes)))
  const { numAffectedRows } =
    await sql`update rules r set locked_fields = ${next}, lock_version = lock_version + 1,
    updated_at = ${now.toISOString()} where ${which}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Audit changes of bulk-updated requirements, by number. */
function changedRulesSql(which: RawBuilder<unknown>, changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select r.id, ${displayedNameSql()} as name, ${changes} as changes, null::text as comment
    from rules r join components c on c.id = r.component_id where ${which} order by r.rule_id`
}
