import type { BulkChanges, BulkUpdated } from '../../entities/bulk-update.ts'
import type { Component } from '../../entities/component.ts'
import { assertStatus, type ChildChange } from '../../entities/rule-changes.ts'
import { planEdit } from '../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../entities/rule-locking.ts'
import type { Rule } from '../../entities/rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { DomainError, invalid } from '../../src/errors.ts'
import { NOT_APPLICABLE, type RuleStatus, type Severity } from '../../src/vocabulary.ts'
import { findRules } from './find/matching-requirements.ts'
import { assertRequirements } from './named-requirements.ts'
import { eachPortion, saveAll, storeForUndo } from './undo-bulk-update.ts'

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
  seen: ReadonlyMap<number, number>
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
const MOST = 10_000

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
  const ids = await selected(work, component, change.which)
  const result: BulkRow[] = []
  const kept: BulkUpdated[] = []
  await eachPortion(work, ids, async (rules) => {
    const changing = rules.filter((rule) => {
      const row = rowOf(rule, change)
      result.push(row)
      return row.skipped === null
    })
    if (dryRun) return
    for (const rule of changing) {
      kept.push({ id: rule.id, version: rule.lockVersion + 1, before: valuesOf(rule, changes) })
    }
    await saveAll(work, changing, (rule) => onParts(rule, changes), comment ?? 'Changed with others')
  })
  const changed = result.filter(({ skipped }) => skipped === null).length
  return { rows: result, changed, updateId: await storeForUndo(work, component, kept) }
}

async function selected({ db }: UnitOfWork, component: Component, which: RuleSelection): Promise<number[]> {
  const { ids, status, severity, text } = which
  const known = ids && (await assertRequirements(db, component.id, 'rule_ids', ids))
  if (known && !status && !severity && text === undefined) return bearable(known)
  let query = db
    .selectFrom('rules')
    .select('id')
    .where('component_id', '=', component.id)
    .where('deleted_at', 'is', null)
    .orderBy('rule_id')
  if (status) query = query.where('status', 'in', status)
  if (severity) query = query.where('rule_severity', 'in', severity)
  const named = ids && new Set(ids)
  const found = text === undefined ? undefined : new Set(await findRules(db, component.id, text))
  const wanted = (await query.execute())
    .map(({ id }) => id)
    .filter((id) => (named?.has(id) ?? true) && (found?.has(id) ?? true))
  return bearable(wanted)
}

function bearable(ids: number[]): number[] {
  if (ids.length <= MOST) return ids
  throw invalid('rule.update_too_large', 'filter', `selects more than ${MOST} requirements; narrow it.`)
}

function rowOf(rule: Rule, { changes, seen }: BulkChange): BulkRow {
  return {
    id: rule.id,
    ruleId: rule.ruleId,
    lockVersion: rule.lockVersion,
    before: valuesOf(rule, changes),
    skipped: obstacle(rule, changes, seen.get(rule.id)),
  }
}

/** Returns why a requirement is skipped; null if it changes. */
function obstacle(rule: Rule, changes: BulkChanges, seen: number | undefined): BulkRow['skipped'] {
  if (seen !== undefined && seen !== rule.lockVersion) {
    return { reason: 'stale', text: 'It changed after you looked at it.' }
  }
  try {
    const plan = planEdit(rule, onParts(rule, changes))
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
function onParts(rule: Rule, { content, checks, disaDescriptions }: BulkChanges): BulkChanges {
  return {
    content,
    ...(checks ? { checks: onFirst(rule.checks.getItems(), checks) } : {}),
    ...(disaDescriptions
      ? { disaDescriptions: onFirst(rule.disaDescriptions.getItems(), disaDescriptions) }
      : {}),
  }
}

function onFirst([first]: readonly { id: number }[], changes: readonly ChildChange[]): ChildChange[] {
  return changes.map((change) => ({ ...change, id: first?.id }))
}

/** Returns the current values of the changed fields, as the change that restores them. */
function valuesOf(rule: Rule, changes: BulkChanges): BulkChanges {
  const { content, checks, disaDescriptions } = onParts(rule, changes)
  return {
    content: namedIn(rule, content),
    ...(checks ? { checks: storedIn(rule.checks.getItems(), checks) } : {}),
    ...(disaDescriptions
      ? { disaDescriptions: storedIn(rule.disaDescriptions.getItems(), disaDescriptions) }
      : {}),
  }
}

function storedIn(parts: readonly { id: number }[], changes: readonly ChildChange[]): ChildChange[] {
  return changes.map(({ id, values }) => {
    const part = parts.find((one) => one.id === id)
    return { id, values: part ? namedIn(part, values) : {} }
  })
}

function namedIn<T extends object>(record: object, given: T): T {
  const stored = new Map(Object.entries(record))
  const values = Object.entries(given).map(([name]) => [name, stored.get(name) ?? null])
  return Object.fromEntries(values) as T
}
