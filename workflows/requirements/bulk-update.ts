import { randomUUID } from 'node:crypto'
import {
  BULK_FIELDS,
  BulkUpdate,
  nothingToUndo,
  type BulkContent,
  type BulkUpdated,
} from '../../entities/bulk-update.ts'
import type { Component } from '../../entities/component.ts'
import { assertStatus } from '../../entities/rule-changes.ts'
import { planEdit } from '../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../entities/rule-locking.ts'
import { Rule } from '../../entities/rule.ts'
import { createPace } from '../../src/computing/pace.ts'
import { DomainError, invalid } from '../../src/errors.ts'
import { NOT_APPLICABLE, type RuleStatus, type Severity } from '../../src/vocabulary.ts'
import type { Work } from '../../src/work.ts'
import { findRules } from './found-requirements.ts'
import { assertRequirements } from './named-requirements.ts'
import { refreshInspec } from './refresh-inspec.ts'
import { loadLists, SAVED_LISTS } from './rule-lists.ts'

/** Which live requirements of a component: those named, or those that all of this is true of. */
export interface RuleSelection {
  ids?: number[] | undefined
  status?: RuleStatus[] | undefined
  severity?: Severity[] | undefined
  text?: string | undefined
}

/** One change of many requirements. */
export interface BulkChange {
  which: RuleSelection
  content: BulkContent
  /** Id -> the version that the caller saw; others are changed whatever their version. */
  seen: ReadonlyMap<number, number>
  comment: string | null | undefined
  dryRun: boolean
}

/** What a change does to one requirement, or why it leaves it alone. */
export interface BulkRow {
  id: number
  ruleId: string
  lockVersion: number
  before: BulkContent
  after: BulkContent
  skipped: { reason: string; text: string } | null
}

export interface BulkResult {
  rows: BulkRow[]
  changed: number
  /** By which it is taken back; null where nothing changed. */
  updateId: string | null
}

/** Requirements of one request. */
const MOST = 10_000
/** Requirements that are in memory at once. */
const PORTION = 100

/**
 * Changes fields of many requirements of a write-locked component, in one transaction (rule C-83). What locks, reviews
 * or a newer version forbid is left alone and named. Throws 422 for a frozen component, a status of the other document
 * type, unknown ids, and too many requirements.
 */
export async function bulkUpdate(work: Work, component: Component, change: BulkChange): Promise<BulkResult> {
  const { em, actor, now } = work
  const { content, comment, dryRun } = change
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
    for (const rule of changing)
      kept.push({ id: rule.id, version: rule.lockVersion + 1, before: partOf(rule, content) })
    await save(work, changing, () => content, comment ?? 'Changed with others')
  })
  if (kept.length === 0) {
    return { rows: result, changed: result.filter(({ skipped }) => skipped === null).length, updateId: null }
  }
  const updateId = randomUUID()
  em.create(BulkUpdate, {
    id: updateId,
    componentId: component.id,
    userId: actor.id,
    rules: kept,
    createdAt: now,
  })
  await em.flush()
  return { rows: result, changed: kept.length, updateId }
}

/**
 * Takes an update back, all of it: the actor's own, of the last ten minutes, while every requirement is still as the
 * update left it. Throws 409 otherwise. Answers how many requirements came back.
 */
export async function undoBulkUpdate(work: Work, component: Component, id: string): Promise<number> {
  const { em, actor, now } = work
  assertUnfrozen(component.isFrozen())
  const update = await em.findOne(BulkUpdate, { id, componentId: component.id })
  if (!update) throw nothingToUndo()
  update.assertUndoable(actor.id, now)
  const known = new Map(update.rules.map((rule) => [rule.id, rule]))
  em.remove(update)
  await em.flush()
  let found = 0
  await eachPortion(work, [...known.keys()], async (rules) => {
    for (const rule of rules) {
      if (rule.lockVersion !== known.get(rule.id)?.version) throw overtaken()
      found += 1
    }
    await save(work, rules, (rule) => known.get(rule.id)?.before ?? {}, 'Change taken back')
  })
  if (found !== known.size) throw overtaken()
  return found
}

function overtaken(): DomainError {
  const message = 'One of the requirements changed since, so that all of them stay as they are.'
  return new DomainError('conflict', 'rule.update_overtaken', message)
}

async function selected({ db }: Work, component: Component, which: RuleSelection): Promise<number[]> {
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

async function eachPortion(
  { em }: Work,
  ids: number[],
  take: (rules: Rule[]) => Promise<void>,
): Promise<void> {
  const pace = createPace()
  for (let at = 0; at < ids.length; at += PORTION) {
    const some = ids.slice(at, at + PORTION)
    const live = { id: { $in: some }, deletedAt: null }
    const rules = await em.find(Rule, live, { orderBy: { ruleId: 'asc' } })
    await loadLists(em, rules, SAVED_LISTS)
    await take(rules)
    em.clear()
    await pace()
  }
}

function rowOf(rule: Rule, { content, seen }: BulkChange): BulkRow {
  const before = partOf(rule, content)
  return {
    id: rule.id,
    ruleId: rule.ruleId,
    lockVersion: rule.lockVersion,
    before,
    after: content,
    skipped: obstacle(rule, content, seen.get(rule.id)),
  }
}

/** Why a requirement is left alone; null when it changes. */
function obstacle(rule: Rule, content: BulkContent, seen: number | undefined): BulkRow['skipped'] {
  if (seen !== undefined && seen !== rule.lockVersion) {
    return { reason: 'stale', text: 'It was changed since it was looked at.' }
  }
  try {
    const plan = planEdit(rule, { content })
    if (plan.changed.size === 0) return { reason: 'rule.unchanged', text: 'It is so already.' }
    rule.assertEditable(false)
    rule.assertSectionsOpen(plan.changed)
    return null
  } catch (error) {
    if (error instanceof DomainError) return { reason: error.reason, text: error.message }
    throw error
  }
}

/** Of the fields that a change names, what the requirement has. */
function partOf(rule: Rule, content: BulkContent): BulkContent {
  const { status, ruleSeverity, statusJustification, vendorComments, artifactDescription } = rule
  const all: BulkContent = {
    status,
    ruleSeverity,
    statusJustification: statusJustification ?? null,
    vendorComments: vendorComments ?? null,
    artifactDescription: artifactDescription ?? null,
  }
  const given = BULK_FIELDS.filter((name) => content[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, all[name]]))
}

async function save(
  { em, db, trail, now }: Work,
  rules: Rule[],
  contentOf: (rule: Rule) => BulkContent,
  reason: string,
): Promise<void> {
  if (rules.length === 0) return
  for (const rule of rules) {
    const plan = planEdit(rule, { content: contentOf(rule) })
    for (const record of [rule, ...rule.edit(plan, false, now)]) trail.because(record, reason)
  }
  await refreshInspec(db, ...rules)
  await em.flush()
}
