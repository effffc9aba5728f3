import { type RawBuilder, sql } from 'kysely'
import type { Component } from '../../entities/component.ts'
import { lockObstacle, type LockFacts } from '../../entities/rule-locking.ts'
import type { Queries } from '../../src/database.ts'
import { displayedNameSql } from '../../src/database/requirement-name.ts'
import { silently } from '../../src/database/statements/with-next.ts'
import { DomainError } from '../../src/errors.ts'
import type { Work } from '../../src/work.ts'
import { assertRequirements } from '../requirements/named-requirements.ts'
import { sectionComment, type SectionLocks } from '../requirements/section-locks.ts'

/** What counts as white space everywhere else in the service; the classes of PostgreSQL depend on its locale. */
const WHITE_SPACE =
  '\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'

const saysSomething = (column: string) =>
  sql<boolean>`btrim(coalesce(${sql.ref(column)}, ''), ${WHITE_SPACE}) <> ''`

/** The live, unlocked requirements of a component by number, and what decides on locking them, as a query. */
export function lockCandidates(db: Queries, componentId: number) {
  return db
    .selectFrom('rules as r')
    .select([
      'r.id',
      'r.rule_id',
      'r.status',
      sql<boolean>`r.review_requestor_id is not null`.as('underReview'),
      sql<boolean>`exists (select from satisfactions l join rules p on p.id = l.satisfied_by_rule_id
        where l.rule_id = r.id and p.deleted_at is null)`.as('satisfied'),
      sql<boolean>`exists (select from disa_descriptions d
        where d.rule_id = r.id and ${saysSomething('d.mitigations')})`.as('saysMitigations'),
      saysSomething('r.artifact_description').as('saysArtifacts'),
    ])
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
    .where('r.locked', '=', false)
    .orderBy('r.rule_id')
    .$castTo<LockFacts & { id: number; rule_id: string }>()
}

export interface BulkLock {
  locked: number
  /** Number and reason of each that was left out. */
  skipped: string[]
}

/**
 * Locks every requirement of a write-locked component that is ready, with one review each, in a fixed number of
 * statements that do what `Rule.lock` does; names the others.
 * @throws a 422 warning when there were candidates and none was ready
 */
export async function lockAll(work: Work, component: Component, comment: string): Promise<BulkLock> {
  const { db, actor, trail } = work
  const found = await lockCandidates(db, component.id).execute()
  const judged = found.map((rule) => ({ rule, obstacle: lockObstacle(rule) }))
  const ready = judged.flatMap(({ rule, obstacle }) => (obstacle === null ? [rule.id] : []))
  const skipped = judged.flatMap(({ rule, obstacle }) =>
    obstacle ? [`${rule.rule_id} (${obstacle.text})`] : [],
  )
  if (ready.length === 0 && skipped.length > 0) {
    throw new DomainError('invalid', 'component.nothing_to_lock', 'No requirement was ready to be locked.', {
      variant: 'warning',
      messages: ['No requirement was ready to be locked.', `Left out: ${skipped.join(', ')}.`],
    })
  }
  if (ready.length > 0) {
    const ids = sql`any (${sql.val(ready)}::integer[])`
    const now = work.now.toISOString()
    const changes = sql`jsonb_build_object('locked', jsonb_build_array(false, true))
      || case when r.changes_requested then jsonb_build_object('changes_requested', jsonb_build_array(true, false))
        else '{}' end`
    const entries = changedRules(sql`r.id = ${ids}`, changes)
    await silently(db, trail.ofRules({ action: 'update', place: component, comment }, entries))
    await silently(
      db,
      sql`update rules set locked = true, changes_requested = false, lock_version = lock_version + 1,
      updated_at = ${now} where id = ${ids}`,
    )
    await silently(
      db,
      sql`insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, created_at, updated_at)
      select ${component.projectId}::integer, r.component_id, r.id, 'BaseRule', ${actor.id}::integer, 'lock_control', ${comment}, ${now}, ${now}
      from rules r where r.id = ${ids} order by r.rule_id`,
    )
  }
  return { locked: ready.length, skipped }
}

/**
 * Sets or removes section locks on all requirements that are not locked as a whole, or on the named ones of them, as
 * `Rule.lockSections` does; counts those that changed. Throws 422 for an id that is no requirement of the component.
 */
export async function lockSectionsOfAll(
  { db, trail, now }: Work,
  component: Component,
  given: SectionLocks & { ruleIds?: number[] | undefined },
): Promise<number> {
  if (given.ruleIds) await assertRequirements(db, component.id, 'rule_ids', given.ruleIds)
  const named = given.ruleIds ? sql`and r.id = any (${sql.val(given.ruleIds)}::integer[])` : sql``
  const keys = sql`array[${sql.join(given.sections.map((name) => sql`${name}::text`))}]`
  const added = JSON.stringify(Object.fromEntries(given.sections.map((name) => [name, true])))
  const next = given.locked ? sql`r.locked_fields || ${added}::jsonb` : sql`r.locked_fields - ${keys}`
  const which = sql<boolean>`r.component_id = ${component.id} and r.deleted_at is null and not r.locked
    and r.locked_fields <> (${next}) ${named}`
  const changes = sql`jsonb_build_object('locked_fields', jsonb_build_array(r.locked_fields, ${next}))`
  const about = { action: 'update', place: component, comment: sectionComment(given) } as const
  await silently(db, trail.ofRules(about, changedRules(which, changes)))
  const { numAffectedRows } =
    await sql`update rules r set locked_fields = ${next}, lock_version = lock_version + 1,
    updated_at = ${now.toISOString()} where ${which}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** What the trail tells of requirements that a bulk statement changes, in the order of their numbers. */
function changedRules(which: RawBuilder<unknown>, changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select r.id, ${displayedNameSql()} as name, ${changes} as changes, null::text as comment
    from rules r join components c on c.id = r.component_id where ${which} order by r.rule_id`
}
