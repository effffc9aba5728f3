import { randomUUID } from 'node:crypto'
import { BulkUpdate, createNothingToUndoError, type ChangedRequirement } from '../../entities/bulk-update.ts'
import type { Component } from '../../entities/component.ts'
import type { RuleChanges } from '../../entities/rule-changes.ts'
import { planEdit } from '../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../entities/rule-locking.ts'
import { Rule } from '../../entities/rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { DomainError } from '../../src/errors.ts'
import { createYield } from '../../src/lib/yield-to-event-loop.ts'
import { refreshInspec } from './refresh-inspec.ts'
import { loadLists, SAVED_LISTS } from './rule-lists.ts'

/** Maximum number of requirements in memory. */
const BATCH_SIZE = 100

/**
 * Stores the changes that undo an update (rule C-83); returns the id of the update, or null if nothing
 * changed.
 */
export async function storeForUndo(
  { em, actor, now }: UnitOfWork,
  component: Component,
  rules: ChangedRequirement[],
): Promise<string | null> {
  if (rules.length === 0) return null
  const id = randomUUID()
  em.create(BulkUpdate, { id, componentId: component.id, userId: actor.id, rules, createdAt: now })
  await em.flush()
  return id
}

/**
 * Undoes a bulk update of a write-locked component completely. Throws 409 unless it is the actor's own, in
 * the undo window, and all requirements are unchanged since. Returns the number of restored requirements.
 */
export async function undoBulkUpdate(work: UnitOfWork, component: Component, id: string): Promise<number> {
  const { em, actor, now } = work
  assertUnfrozen(component.isFrozen())
  const update = await em.findOne(BulkUpdate, { id, componentId: component.id })
  if (!update) throw createNothingToUndoError()
  update.assertUndoable(actor.id, now)
  const rulesById = new Map(update.rules.map((rule) => [rule.id, rule]))
  em.remove(update)
  await em.flush()
  let restored = 0
  await forEachBatch(work, [...rulesById.keys()], async (rules) => {
    for (const rule of rules) {
      if (rule.lockVersion !== rulesById.get(rule.id)?.version) throw createOvertakenError()
      restored += 1
    }
    const findPreviousValues = (rule: Rule) => rulesById.get(rule.id)?.before ?? { content: {} }
    await saveAll(work, rules, findPreviousValues, 'Change undone')
  })
  if (restored !== rulesById.size) throw createOvertakenError()
  return restored
}

function createOvertakenError(): DomainError {
  const message = 'One of the requirements has changed since, so nothing was undone.'
  return new DomainError('conflict', 'rule.update_overtaken', message)
}

/** Calls a function with live requirements in batches, with the lists that a save needs. */
export async function forEachBatch(
  { em }: UnitOfWork,
  ids: number[],
  handle: (rules: Rule[]) => Promise<void>,
): Promise<void> {
  const yieldIfDue = createYield()
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batchIds = ids.slice(start, start + BATCH_SIZE)
    const live = { id: { $in: batchIds }, deletedAt: null }
    const rules = await em.find(Rule, live, { orderBy: { ruleId: 'asc' } })
    await loadLists(em, rules, SAVED_LISTS)
    await handle(rules)
    em.clear()
    await yieldIfDue()
  }
}

/** Saves the changes of each requirement, with one audit comment. */
export async function saveAll(
  { em, db, auditLog, now }: UnitOfWork,
  rules: Rule[],
  getChanges: (rule: Rule) => RuleChanges,
  reason: string,
): Promise<void> {
  if (rules.length === 0) return
  for (const rule of rules) {
    const plan = planEdit(rule, getChanges(rule))
    for (const record of [rule, ...rule.edit(plan, false, now)]) auditLog.setReason(record, reason)
  }
  await refreshInspec(db, ...rules)
  await em.flush()
}
