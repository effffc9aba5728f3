import type { BulkChanges, ChangedRequirement } from '../../entities/bulk-update.ts'
import type { Component } from '../../entities/component.ts'
import { assertStatus, type ChildChange } from '../../entities/rule-changes.ts'
import { planEdit } from '../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../entities/rule-locking.ts'
import type { Rule } from '../../entities/rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { DomainError, validationError } from '../../src/errors.ts'
import { NOT_APPLICABLE, type RuleStatus, type Severity } from '../../src/vocabulary.ts'
import { findRules } from './find/matching-requirements.ts'
import { assertRequirements } from './named-requirements.ts'
import { forEachBatch, saveAll, storeForUndo } from './undo-bulk-update.ts'

/** Selects live requirements of a component: by id, or by all of these conditions. */
export interface RuleSelection {
  ids?: number[] | undefined
  status?: RuleStatus[] | undefined
  severity?: Severity[] | undefined
  text?: string | undefined
}

/** A change of many requirements. */
export interface BulkChange {
  which: RuleSelection
  changes: BulkChanges
  /** Maps ids to the versions that the caller saw; other requirements are changed in any version. */
  expectedVersions: ReadonlyMap<number, number>
  comment: string | null | undefined
  dryRun: boolean
}

/** The outcome for one requirement: changed, or the reason why it was skipped. */
export interface BulkRow {
  id: number
  ruleId: string
  lockVersion: number
  /** Previous values of the changed fields. */
  before: BulkChanges
  skipped: { reason: string; text: string } | null
}

export interface BulkResult {
  rows: BulkRow[]
  changed: number
  /** Id for the undo; null if nothing changed. */
  updateId: string | null
}

/** Maximum number of requirements in one request. */
const MAX_REQUIREMENTS = 10_000

/**
 * Changes fields of many requirements of a write-locked component, in one transaction (rule C-83). Locked,
 * reviewed or newer requirements are skipped and listed. Throws 422 for a frozen component, a wrong status,
 * unknown ids, and too many requirements.
 */
export async function bulkUpdate(
  work: UnitOfWork,
  component: Component,
  change: BulkChange,
): Promise<BulkResult> {
  const { changes, comment, dryRun } = change
  const { content } = changes
  assertUnfrozen(component.isFrozen())
  if (content.status && content.status !== NOT_APPLICABLE) {
    assertStatus(component.documentType, content.status, null)
  }
  const ids = await selectIds(work, component, change.which)
  const result: BulkRow[] = []
  const updated: ChangedRequirement[] = []
  await forEachBatch(work, ids, async (rules) => {
    const changing = rules.filter((rule) => {
      const row = toRow(rule, change)
      result.push(row)
      return row.skipped === null
    })
    if (dryRun) return
    for (const rule of changing) {
      updated.push({ id: rule.id, version: rule.lockVersion + 1, before: readValues(rule, changes) })
    }
    await saveAll(
      work,
      changing,
      (rule) => applyToFirstParts(rule, changes),
      comment ?? 'Changed with others',
    )
  })
  const changed = result.filter(({ skipped }) => skipped === null).length
  return { rows: result, changed, updateId: await storeForUndo(work, component, updated) }
}

async function selectIds({ db }: UnitOfWork, component: Component, which: RuleSelection): Promise<number[]> {
  const { ids, status, severity, text } = which
  const existing = ids && (await assertRequirements(db, component.id, 'rule_ids', ids))
  if (existing && !status && !severity && text === undefined) return assertNotTooMany(existing)
  let query = db
    .selectFrom('rules')
    .select('id')
    .where('component_id', '=', component.id)
    .where('deleted_at', 'is', null)
    .orderBy('rule_id')
  if (status) query = query.where('status', 'in', status)
  if (severity) query = query.where('rule_severity', 'in', severity)
  const selectedIds = ids && new Set(ids)
  const matchingIds = text === undefined ? undefined : new Set(await findRules(db, component.id, text))
  const matches = (await query.execute())
    .map(({ id }) => id)
    .filter((id) => (selectedIds?.has(id) ?? true) && (matchingIds?.has(id) ?? true))
  return assertNotTooMany(matches)
}

function assertNotTooMany(ids: number[]): number[] {
  if (ids.length <= MAX_REQUIREMENTS) return ids
  throw validationError(
    'rule.update_too_large',
    'filter',
    `selects more than ${MAX_REQUIREMENTS} requirements; narrow it.`,
  )
}

function toRow(rule: Rule, { changes, expectedVersions }: BulkChange): BulkRow {
  return {
    id: rule.id,
    ruleId: rule.ruleId,
    lockVersion: rule.lockVersion,
    before: readValues(rule, changes),
    skipped: findObstacle(rule, changes, expectedVersions.get(rule.id)),
  }
}

/** Returns why a requirement is skipped; null if it changes. */
function findObstacle(
  rule: Rule,
  changes: BulkChanges,
  expectedVersion: number | undefined,
): BulkRow['skipped'] {
  if (expectedVersion !== undefined && expectedVersion !== rule.lockVersion) {
    return { reason: 'stale', text: 'It changed after you looked at it.' }
  }
  try {
    const plan = planEdit(rule, applyToFirstParts(rule, changes))
    if (plan.changed.size === 0) return { reason: 'rule.unchanged', text: 'It already has these values.' }
    rule.assertEditable(false)
    rule.assertSectionsOpen(plan.changed)
    return null
  } catch (error) {
    if (error instanceof DomainError) return { reason: error.reason, text: error.message }
    throw error
  }
}

/** Applies the part values to the first check and the first DISA description of a requirement. */
function applyToFirstParts(rule: Rule, { content, checks, disaDescriptions }: BulkChanges): BulkChanges {
  return {
    content,
    ...(checks ? { checks: applyToFirst(rule.checks.getItems(), checks) } : {}),
    ...(disaDescriptions
      ? { disaDescriptions: applyToFirst(rule.disaDescriptions.getItems(), disaDescriptions) }
      : {}),
  }
}

function applyToFirst([first]: readonly { id: number }[], changes: readonly ChildChange[]): ChildChange[] {
  return changes.map((change) => ({ ...change, id: first?.id }))
}

/** Returns the current values of the changed fields, as the change that restores them. */
function readValues(rule: Rule, changes: BulkChanges): BulkChanges {
  const { content, checks, disaDescriptions } = applyToFirstParts(rule, changes)
  return {
    content: pickStored(rule, content),
    ...(checks ? { checks: readPartValues(rule.checks.getItems(), checks) } : {}),
    ...(disaDescriptions
      ? { disaDescriptions: readPartValues(rule.disaDescriptions.getItems(), disaDescriptions) }
      : {}),
  }
}

function readPartValues(parts: readonly { id: number }[], changes: readonly ChildChange[]): ChildChange[] {
  return changes.map(({ id, values }) => {
    const part = parts.find((item) => item.id === id)
    return { id, values: part ? pickStored(part, values) : {} }
  })
}

function pickStored<T extends object>(record: object, changes: T): T {
  const stored = new Map(Object.entries(record))
  const values = Object.entries(changes).map(([name]) => [name, stored.get(name) ?? null])
  return Object.fromEntries(values) as T
}
