import { type RuleChanges } from '../../entities/rule-changes.ts'
import { planEdit } from '../../entities/rule-edit.ts'
import type { Rule } from '../../entities/rule.ts'
import { createSectionStaleness, createRecordStaleness, type Staleness } from '../../entities/staleness.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { assertAnswers } from './answers.ts'
import { readInspecFacts, writeInspec } from './refresh-inspec.ts'
import { loadLists, SAVED_LISTS } from './rule-lists.ts'

/** Input for saving a requirement. */
export interface RequirementSave {
  changes: RuleChanges
  comment: string | null | undefined
  /** Whether the component's phase is finalized. */
  frozen: boolean
  /** The changes that make the caller's version stale: all later ones, or those of sections that the save writes. */
  guarded: 'whole' | 'sections'
  /** Throws if the caller's version is stale. */
  assertCurrent?: (stale: Staleness) => Promise<void>
}

/** Saves a write-locked requirement; checks values, then guards, then state (rules E-1, E-15 and C-49). */
export async function saveRequirement(work: UnitOfWork, rule: Rule, save: RequirementSave): Promise<void> {
  const { em, db, auditLog, now } = work
  const [getFacts] = await Promise.all([readInspecFacts(db, [rule]), loadLists(em, rule, SAVED_LISTS)])
  const { answers, ...changes } = save.changes
  const stig = rule.documentType === 'stig'
  if (stig) await assertAnswers(db, { componentId: rule.componentId, ruleId: rule.id }, answers)
  const plan = planEdit(rule, stig && answers ? { ...changes, answers } : changes)
  await save.assertCurrent?.(
    save.guarded === 'whole' ? createRecordStaleness(rule) : createSectionStaleness(rule, plan.written),
  )
  for (const record of [rule, ...rule.edit(plan, save.frozen, now)]) auditLog.setReason(record, save.comment)
  writeInspec([rule], getFacts)
  await em.flush()
}
