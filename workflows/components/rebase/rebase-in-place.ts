import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ComponentRebase, type RebasedRule } from '../../../entities/component-rebase.ts'
import type { Component } from '../../../entities/component.ts'
import { assertUnfrozen } from '../../../entities/rule-locking.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { stateError, validationError } from '../../../src/errors.ts'
import { importRequirements } from '../../requirements/import-requirements.ts'
import { moveSources } from '../rebase-component.ts'
import { softDeleteRules, moveRules } from './move-rules.ts'
import { pairReleases } from './pair-releases.ts'
import { type PlannedRule, planRebase, type RebaseObstacle } from './plan-rebase.ts'
import {
  readContentState,
  recordRebase,
  rebaseTarget,
  type RebaseTarget,
  readSourceSet,
} from './rebase-sources.ts'
import { createUnplannedError, type RebaseChoice, resolveChoices } from './resolve-choices.ts'

/** Input of a rebase in place. */
export interface RebaseRequest {
  srgId: number
  choices: readonly RebaseChoice[]
  /** Catalog rules of the target that are not added. */
  leftOut: readonly number[]
  /** Maps ids to the versions that the caller saw; other requirements are moved in any version. */
  expectedVersions: ReadonlyMap<number, number>
}

/** Number of requirements that a rebase moves, changes, adds, removes and skips. */
export interface RebaseTotals {
  relinked: number
  changed: number
  conflicts: number
  added: number
  removed: number
  kept: number
  skipped: number
}

export interface RebasePlan {
  target: RebaseTarget
  rules: PlannedRule[]
  added: AddedRule[]
}

export interface AddedRule {
  srgRuleId: number
  version: string | null
  title: string | null
}

export interface RebaseResult {
  rebaseId: string
  version: string
  totals: RebaseTotals
  skipped: PlannedRule[]
}

/** Previews the move of a component to another SRG release (rule C-96). */
export async function previewRebase(
  { db }: Pick<UnitOfWork, 'db'>,
  component: Component,
  srgId: number,
): Promise<RebasePlan> {
  assertUnfrozen(component.isFrozen())
  const target = await rebaseTarget(db, component, srgId)
  const paired = await pairReleases(db, component, target)
  const rules = await planRebase(db, component, paired.rules)
  const added = await listNewRules(db, paired.newIds)
  if (rules.length === 0 && target.oldId === null) {
    throw stateError('component.rebase_unneeded', `The component is based on ${target.version} already.`)
  }
  return { target, rules, added }
}

/**
 * Moves a write-locked component to another release of its SRG, in one transaction (rule C-96). Skips
 * requirements that are locked, under review, or newer than the caller saw. Throws 422 for invalid choices.
 */
export async function rebaseInPlace(
  work: UnitOfWork,
  component: Component,
  request: RebaseRequest,
): Promise<RebaseResult> {
  const { db } = work
  const { target, rules: plan, added } = await previewRebase(work, component, request.srgId)
  const rules = plan.map((rule) => withSeenVersion(rule, request.expectedVersions))
  const choices = await selectApplicableChoices(db, component, { ...request, rules })
  const chosen = resolveChoices(rules, choices)
  const before = await readSourceSet(db, component.id)
  const rulesToAdd = selectRulesToAdd(added, request.leftOut)
  const first = await takeNumbers(work, component, rulesToAdd.length)

  const moved = rules.filter(({ kind, obstacle }) => kind !== 'dropped' && obstacle === null)
  const { saved, links } = await moveRules(work, {
    component,
    target,
    rules: moved,
    contents: chosen.contents,
  })
  const removed = rules
    .filter(({ id, isRemoved }) => chosen.removals.get(id) ?? isRemoved)
    .map(({ id }) => id)
  await softDeleteRules(work, removed, `Not in ${target.version}`)
  const addedRuleIds = await addRules(work, component, { target, rules: rulesToAdd, first })
  if (target.oldId !== null) await moveSources(db, component, target.oldId, target.id)

  const totals = toTotals(rules, { moved, saved, added: addedRuleIds.length, removed: removed.length })
  await recordRebase(work, component, {
    comment: rebaseSummary(target, totals),
    changes: { rebase: [null, totals], source_srg_ids: [before, await readSourceSet(db, component.id)] },
  })
  const rebaseId = await storeUndoRecord(work, component, {
    rules: [...saved, ...links.map(({ id, baseId }) => ({ id, source: baseId, before: {} }))],
    addedRuleIds,
    removedRuleIds: removed,
    sourceSrgIds: before,
  })
  return { rebaseId, version: target.version, totals, skipped: rules.filter(isSkipped) }
}

const isSkipped = ({ kind, obstacle }: PlannedRule): boolean => kind !== 'dropped' && obstacle !== null

/** Reserves a range of requirement numbers; returns the first. Throws 422 if not enough are left. */
async function takeNumbers({ em }: UnitOfWork, component: Component, count: number): Promise<number> {
  const first = component.nextRuleNumber
  component.assertNumbersLeft(first, count)
  component.nextRuleNumber += count
  component.touch()
  await em.flush()
  return first
}

interface RebaseOutcome {
  moved: PlannedRule[]
  saved: RebasedRule[]
  added: number
  removed: number
}

function toTotals(rules: PlannedRule[], { moved, saved, added, removed }: RebaseOutcome): RebaseTotals {
  return {
    relinked: moved.length,
    changed: saved.filter(({ before }) => Object.keys(before).length > 0).length,
    conflicts: moved.filter(({ conflicts }) => conflicts.length > 0).length,
    added,
    removed,
    kept: rules.filter(({ kind }) => kind === 'dropped').length - removed,
    skipped: rules.filter(isSkipped).length,
  }
}

function rebaseSummary({ version }: RebaseTarget, totals: RebaseTotals): string {
  const { relinked, changed, removed, added, skipped } = totals
  return `Rebased onto ${version}: ${relinked} re-linked, ${changed} changed, ${removed} removed, ${added} added, ${skipped} skipped`
}

type UndoRecord = Pick<ComponentRebase, 'rules' | 'addedRuleIds' | 'removedRuleIds' | 'sourceSrgIds'>

/** Stores the undo record, replaces that of an earlier rebase, and returns its id. */
async function storeUndoRecord(
  { em, db, actor, now }: UnitOfWork,
  { id: componentId }: Component,
  undo: UndoRecord,
): Promise<string> {
  await em.nativeDelete(ComponentRebase, { componentId })
  const rebase = em.create(ComponentRebase, {
    ...undo,
    id: randomUUID(),
    componentId,
    userId: actor.id,
    state: await readContentState(db, componentId),
    createdAt: now,
  })
  await em.flush()
  return rebase.id
}

/**
 * Leaves out choices for requirements that were deleted after the caller saw them. Throws 422 for a live one that the
 * rebase doesn't move.
 */
async function selectApplicableChoices(
  db: UnitOfWork['db'],
  { id: componentId }: Pick<Component, 'id'>,
  { rules, choices, expectedVersions }: RebaseRequest & { rules: readonly PlannedRule[] },
): Promise<readonly RebaseChoice[]> {
  const plannedIds = new Set(rules.map(({ id }) => id))
  const otherIds = choices.map(({ id }) => id).filter((id) => !plannedIds.has(id))
  if (otherIds.length === 0) return choices
  const others = await db
    .selectFrom('rules')
    .select(['id', 'rule_id', 'deleted_at'])
    .where('component_id', '=', componentId)
    .where(sql<boolean>`id = any (${sql.val(otherIds)}::integer[])`)
    .execute()
  const live = others.find(({ deleted_at: deletedAt }) => deletedAt === null)
  if (live) throw createUnplannedError(live.rule_id)
  const deletedIds = new Set(others.map(({ id }) => id).filter((id) => expectedVersions.has(id)))
  return choices.filter(({ id }) => !deletedIds.has(id))
}

function withSeenVersion(rule: PlannedRule, expectedVersions: ReadonlyMap<number, number>): PlannedRule {
  const version = expectedVersions.get(rule.id)
  if (version === undefined || version === rule.lockVersion) return rule
  return { ...rule, isRemoved: false, obstacle: STALE }
}

const STALE: RebaseObstacle = { reason: 'stale', text: 'The requirement changed after you looked at it.' }

async function listNewRules(db: UnitOfWork['db'], ids: number[]): Promise<AddedRule[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('srg_rules as s')
    .select(['s.id as srgRuleId', 's.version', 's.title'])
    .where(sql<boolean>`s.id = any (${sql.val(ids)}::integer[])`)
    .orderBy(sql`s.version collate "C"`)
    .orderBy(sql`s.rule_id collate "C"`)
    .orderBy('s.id')
    .execute()
}

/** Returns the catalog rules to add. Throws 422 if an excluded rule is not among those of the target. */
function selectRulesToAdd(added: readonly AddedRule[], leftOut: readonly number[]): AddedRule[] {
  const addable = new Set(added.map(({ srgRuleId }) => srgRuleId))
  const unknown = leftOut.filter((id) => !addable.has(id)).slice(0, 10)
  if (unknown.length > 0) {
    throw validationError(
      'validation',
      'left_out_srg_rule_ids',
      `The release does not add: ${unknown.join(', ')}.`,
    )
  }
  const excluded = new Set(leftOut)
  return added.filter(({ srgRuleId }) => !excluded.has(srgRuleId))
}

/** Imports new catalog rules numbered from `first`; returns the ids of their requirements. */
async function addRules(
  work: UnitOfWork,
  component: Component,
  { target, rules: rulesToAdd, first }: { target: RebaseTarget; rules: readonly AddedRule[]; first: number },
): Promise<number[]> {
  if (rulesToAdd.length === 0) return []
  const ids = rulesToAdd.map(({ srgRuleId }) => srgRuleId)
  const pick = sql<boolean>`s.id = any (${sql.val(ids)}::integer[])`
  await importRequirements(work, {
    component,
    sources: [target.id],
    firstNumber: first,
    pick,
    comment: `Rebased onto ${target.version}`,
  })
  const rows = await work.db
    .selectFrom('rules')
    .select('id')
    .where('component_id', '=', component.id)
    .where(sql<boolean>`rule_id::integer >= ${first}::integer`)
    .orderBy('rule_id')
    .execute()
  return rows.map(({ id }) => id)
}
