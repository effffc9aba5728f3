import { sql } from 'kysely'
import {
  ComponentRebase,
  createNoRebaseToUndoError,
  type RebasedRule,
} from '../../../entities/component-rebase.ts'
import type { Component } from '../../../entities/component.ts'
import { planEdit } from '../../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../../entities/rule-locking.ts'
import { Rule } from '../../../entities/rule.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { DomainError } from '../../../src/errors.ts'
import { createYield } from '../../../src/lib/yield-to-event-loop.ts'
import { refreshInspec } from '../../requirements/refresh-inspec.ts'
import { toChanges } from './merged-fields.ts'
import { splitIntoBatches, softDeleteRules, loadRules, relink, setLink } from './move-rules.ts'
import { readContentState, recordRebase, readSourceSet } from './rebase-sources.ts'

const REASON = 'Rebase undone'

/**
 * Undoes the last rebase of a write-locked component: texts, links, additions, removals and source set (rule
 * C-96). Throws 409 if something changed since, or the catalog lacks the old release. Returns the number of
 * changed requirements.
 */
export async function undoRebase(work: UnitOfWork, component: Component, rebaseId: string): Promise<number> {
  const { em, db } = work
  assertUnfrozen(component.isFrozen())
  const rebase = await em.findOne(ComponentRebase, { id: rebaseId, componentId: component.id })
  if (!rebase) throw createNoRebaseToUndoError()
  rebase.assertUndoable(await readContentState(db, component.id))
  const { rules, addedRuleIds, removedRuleIds, sourceSrgIds } = rebase
  await assertSourcesExist(work, rules, sourceSrgIds)
  const after = await readSourceSet(db, component.id)
  component.securityRequirementsGuideId = sourceSrgIds[0] ?? component.securityRequirementsGuideId
  component.touch()
  em.remove(rebase)
  await em.flush()
  await saveBefore(work, component, rules)
  await relink(
    work,
    component,
    rules.filter(({ before }) => Object.keys(before).length === 0),
  )
  await softDeleteRules(work, addedRuleIds, REASON)
  await restoreRules(work, removedRuleIds)
  await sql`delete from component_sources where component_id = ${component.id}`.execute(db)
  await sql`insert into component_sources (component_id, srg_id)
    select ${component.id}::integer, unnest(${sql.val(sourceSrgIds)}::integer[])`.execute(db)
  await recordRebase(work, component, { comment: REASON, changes: { source_srg_ids: [after, sourceSrgIds] } })
  return rules.length + addedRuleIds.length + removedRuleIds.length
}

/** Locks the old releases against deletion. Throws 409 if one of them, or one of its rules, is missing. */
async function assertSourcesExist(
  { db }: UnitOfWork,
  rules: readonly RebasedRule[],
  srgIds: readonly number[],
): Promise<void> {
  const ruleIds = [...new Set(rules.map(({ source }) => source))]
  const guides = await sql`select g.id from srgs g where g.id = any (${sql.val(srgIds)}::integer[])
      or g.id in (select s.srg_id from srg_rules s where s.id = any (${sql.val(ruleIds)}::integer[]))
    order by g.id for key share`.execute(db)
  const { rows } = await sql<{ found: number }>`select
    (select count(*) from srg_rules where id = any (${sql.val(ruleIds)}::integer[]))::integer
      + (select count(*) from srgs where id = any (${sql.val(srgIds)}::integer[]))::integer as found`.execute(
    db,
  )
  if (guides.rows.length > 0 && rows[0]?.found === ruleIds.length + srgIds.length) return
  const message = 'The earlier release of the SRG is no longer in the catalog.'
  throw new DomainError('conflict', 'component.rebase_overtaken', message)
}

/** Restores earlier texts and links of requirements in batches. */
async function saveBefore(
  { em, db, auditLog, now }: UnitOfWork,
  component: Component,
  rules: readonly RebasedRule[],
): Promise<void> {
  const yieldIfDue = createYield()
  for (const batch of splitIntoBatches(rules.filter(({ before }) => Object.keys(before).length > 0))) {
    const byId = new Map(batch.map((rule) => [rule.id, rule]))
    const loaded = await loadRules(em, [...byId.keys()])
    for (const rule of loaded) {
      const { before, source } = byId.get(rule.id) ?? { before: {}, source: null }
      const plan = planEdit(rule, toChanges(rule, before))
      setLink(rule, component, source)
      if (plan.steps.length === 0) rule.touch([], now)
      for (const record of [rule, ...rule.edit(plan, false, now)]) auditLog.setReason(record, REASON)
    }
    await refreshInspec(db, ...loaded)
    await em.flush()
    em.clear()
    await yieldIfDue()
  }
}

/** Restores the requirements that the rebase removed. */
async function restoreRules({ em, auditLog }: UnitOfWork, ids: readonly number[]): Promise<void> {
  for (const batch of splitIntoBatches(ids)) {
    for (const rule of await em.find(Rule, { id: { $in: batch } })) {
      rule.restore()
      auditLog.setReason(rule, REASON)
    }
    await em.flush()
    em.clear()
  }
}
