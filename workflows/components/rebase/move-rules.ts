import { sql } from 'kysely'
import type { RebasedContent, RebasedRule } from '../../../entities/component-rebase.ts'
import type { Component } from '../../../entities/component.ts'
import { planEdit } from '../../../entities/rule-edit.ts'
import { Rule } from '../../../entities/rule.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import type { Em } from '../../../src/database/database.ts'
import { createYield } from '../../../src/lib/yield-to-event-loop.ts'
import { refreshInspec } from '../../requirements/refresh-inspec.ts'
import { loadLists, SAVED_LISTS } from '../../requirements/rule-lists.ts'
import { toContentBefore, toChanges } from './merged-fields.ts'
import { linkColumn } from './pair-releases.ts'
import type { PlannedRule } from './plan-rebase.ts'
import type { RebaseTarget } from './rebase-sources.ts'
import { listTargetTexts } from './resolve-choices.ts'

/** Maximum number of requirements in memory. */
const BATCH = 100

interface EditedRules {
  component: Component
  target: RebaseTarget
  rules: readonly PlannedRule[]
  contents: ReadonlyMap<number, Map<string, string | null>>
}

/** Saves the requirements whose texts change, and updates the links of the others. */
export async function moveRules(work: UnitOfWork, moved: EditedRules) {
  const { component, rules, contents } = moved
  const edited = rules.filter(({ id, followed }) => followed.length > 0 || contents.has(id))
  const saved = await saveEdited(work, { ...moved, rules: edited })
  const editedIds = new Set(edited.map(({ id }) => id))
  const links = rules.flatMap(({ id, baseId, targetId }) =>
    targetId === null || editedIds.has(id) ? [] : [{ id, baseId, source: targetId }],
  )
  await relink(
    work,
    component,
    links.map(({ id, source }) => ({ id, source })),
  )
  return { saved, links }
}

/** Saves requirements with changed texts in batches; returns their previous content. */
async function saveEdited(
  work: UnitOfWork,
  { component, target, rules, contents }: EditedRules,
): Promise<RebasedRule[]> {
  const { em, db, auditLog, now } = work
  const saved: RebasedRule[] = []
  const yieldIfDue = createYield()
  for (const batch of splitIntoBatches(rules)) {
    const texts = await listTargetTexts(db, batch, contents)
    const planned = new Map(batch.map((rule) => [rule.id, rule]))
    const loaded = await loadRules(em, [...planned.keys()])
    for (const rule of loaded) {
      const plan = planned.get(rule.id)
      if (!plan) continue
      const content: RebasedContent = texts.get(rule.id) ?? {}
      saved.push({ id: rule.id, source: plan.baseId, before: toContentBefore(rule, content) })
      const edit = planEdit(rule, toChanges(rule, content))
      setLink(rule, component, plan.targetId)
      if (edit.steps.length === 0) rule.touch([], now)
      for (const record of [rule, ...rule.edit(edit, false, now)]) {
        auditLog.setReason(record, `Rebased onto ${target.version}`)
      }
    }
    await refreshInspec(db, ...loaded)
    await em.flush()
    em.clear()
    await yieldIfDue()
  }
  return saved
}

/** Links a requirement to a catalog rule, in the column of its component's document type. */
export function setLink(
  rule: Rule,
  { documentType }: Pick<Component, 'documentType'>,
  source: number | null,
): void {
  if (documentType === 'stig') rule.srgRuleId = source
  else rule.derivedFromSrgRuleId = source
}

/** Links requirements with unchanged texts to other catalog rules, in one statement. */
export async function relink(
  { db, now }: UnitOfWork,
  component: Pick<Component, 'id' | 'documentType'>,
  links: readonly { id: number; source: number }[],
): Promise<void> {
  if (links.length === 0) return
  await sql`update rules r set ${sql.ref(linkColumn(component))} = t.source, lock_version = r.lock_version + 1,
      updated_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as t (id integer, source integer)
    where r.id = t.id and r.component_id = ${component.id}`.execute(db)
}

/** Soft-deletes requirements in batches (rule C-57). */
export async function softDeleteRules(
  { em, auditLog, now }: UnitOfWork,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  for (const batch of splitIntoBatches(ids)) {
    for (const rule of await em.find(Rule, { id: { $in: batch } })) {
      rule.softDelete(now)
      auditLog.setReason(rule, reason)
    }
    await em.flush()
    em.clear()
  }
}

/** Loads the live requirements of these ids with all editable parts, by number. */
export async function loadRules(em: Em, ids: readonly number[]): Promise<Rule[]> {
  const live = { id: { $in: [...ids] }, deletedAt: null }
  const rules = await em.find(Rule, live, { orderBy: { ruleId: 'asc' } })
  await loadLists(em, rules, SAVED_LISTS)
  return rules
}

/** Splits a list into batches that fit in memory. */
export function splitIntoBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, index) =>
    all.slice(index * BATCH, (index + 1) * BATCH),
  )
}
