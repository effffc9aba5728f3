import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ComponentRebase, type RebasedContent, type RebasedRule } from '../../../entities/component-rebase.ts'
import type { Component } from '../../../entities/component.ts'
import { planEdit } from '../../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../../entities/rule-locking.ts'
import { Rule } from '../../../entities/rule.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import type { Em } from '../../../src/database/database.ts'
import { illegal, invalid } from '../../../src/errors.ts'
import { createYield } from '../../../src/lib/yield-to-event-loop.ts'
import { importRequirements } from '../../requirements/import-requirements.ts'
import { refreshInspec } from '../../requirements/refresh-inspec.ts'
import { loadLists, SAVED_LISTS } from '../../requirements/rule-lists.ts'
import { moveSources } from '../rebase-component.ts'
import { contentBefore, toChanges } from './merged-fields.ts'
import { linkColumn, pairReleases } from './pair-releases.ts'
import { type PlannedRule, planRebase, type RebaseObstacle } from './plan-rebase.ts'
import { contentState, recordRebase, rebaseTarget, type RebaseTarget, sourceSet } from './rebase-sources.ts'
import { type RebaseChoice, resolveChoices, targetTexts } from './resolve-choices.ts'

/** What someone asks of a rebase in place. */
export interface RebaseRequest {
  srgId: number
  choices: readonly RebaseChoice[]
  /** Catalog rules of the target that are not added. */
  leftOut: readonly number[]
  /** Id -> the version that the caller saw; others are moved in whatever version. */
  seen: ReadonlyMap<number, number>
}

/** How many requirements a rebase moves, changes, adds, removes and leaves behind. */
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

/** Requirements that are in memory at once. */
const BATCH = 100

/** What moving a component to another release of its SRG would do, without doing it (rule C-96). */
export async function previewRebase(
  { db }: Pick<UnitOfWork, 'db'>,
  component: Component,
  srgId: number,
): Promise<RebasePlan> {
  assertUnfrozen(component.isFrozen())
  const target = await rebaseTarget(db, component, srgId)
  const paired = await pairReleases(db, component, target)
  const rules = await planRebase(db, component, paired.rules)
  const added = await newRules(db, paired.newIds)
  if (rules.length === 0 && target.oldId === null) {
    throw illegal('component.rebase_unneeded', `The component is based on ${target.version} already.`)
  }
  return { target, rules, added }
}

/**
 * Moves a write-locked component to another release of its SRG, in one transaction: links and texts of its requirements,
 * as chosen or by default, additions and removals, and its source set (rule C-96). Requirements that are locked, under
 * review or newer than the caller saw stay where they are. Throws 422 for choices that can't be followed.
 */
export async function rebaseInPlace(
  work: UnitOfWork,
  component: Component,
  request: RebaseRequest,
): Promise<RebaseResult> {
  const { em, db, actor, now } = work
  const { target, rules: plan, added } = await previewRebase(work, component, request.srgId)
  const rules = plan.map((rule) => withSeenVersion(rule, request.seen))
  const chosen = resolveChoices(rules, request.choices)
  const sourceSrgIds = await sourceSet(db, component.id)
  const wanted = wantedRules(added, request.leftOut)
  const first = component.nextRuleNumber
  component.assertNumbersLeft(first, wanted.length)
  component.nextRuleNumber += wanted.length
  component.touch()
  await em.flush()

  const moved = rules.filter(({ kind, obstacle }) => kind !== 'dropped' && obstacle === null)
  const edited = moved.filter(({ id, followed }) => followed.length > 0 || chosen.contents.has(id))
  const saved = await saveEdited(work, { component, target, rules: edited, contents: chosen.contents })
  const editedIds = new Set(edited.map(({ id }) => id))
  const links = moved.flatMap(({ id, targetId }) =>
    targetId === null || editedIds.has(id) ? [] : [{ id, source: targetId }],
  )
  await relink(work, component, links)
  const removed = rules.filter(({ id, isRemoved }) => chosen.removals.get(id) ?? isRemoved)
  await buryRules(
    work,
    removed.map(({ id }) => id),
    `Not in ${target.version}`,
  )
  const addedRuleIds = await addRules(work, component, { target, wanted, first })
  if (target.oldId !== null) await moveSources(db, component, target.oldId, target.id)

  const skipped = rules.filter(({ kind, obstacle }) => kind !== 'dropped' && obstacle !== null)
  const totals: RebaseTotals = {
    relinked: moved.length,
    changed: saved.filter(({ before }) => Object.keys(before).length > 0).length,
    conflicts: moved.filter(({ conflicts }) => conflicts.length > 0).length,
    added: addedRuleIds.length,
    removed: removed.length,
    kept: rules.filter(({ kind }) => kind === 'dropped').length - removed.length,
    skipped: skipped.length,
  }
  const { relinked, changed, removed: gone, added: more, skipped: left } = totals
  const comment = `Rebased onto ${target.version}: ${relinked} re-linked, ${changed} changed, ${gone} removed, ${more} added, ${left} skipped`
  const after = await sourceSet(db, component.id)
  await recordRebase(work, component, {
    comment,
    changes: { rebase: [null, totals], source_srg_ids: [sourceSrgIds, after] },
  })
  const bases = new Map(moved.map(({ id, baseId }) => [id, baseId]))
  await em.nativeDelete(ComponentRebase, { componentId: component.id })
  const rebase = em.create(ComponentRebase, {
    id: randomUUID(),
    componentId: component.id,
    userId: actor.id,
    rules: [...saved, ...links.map(({ id }) => ({ id, source: bases.get(id) ?? 0, before: {} }))],
    addedRuleIds,
    removedRuleIds: removed.map(({ id }) => id),
    sourceSrgIds,
    state: await contentState(db, component.id),
    createdAt: now,
  })
  await em.flush()
  return { rebaseId: rebase.id, version: target.version, totals, skipped }
}

function withSeenVersion(rule: PlannedRule, seen: ReadonlyMap<number, number>): PlannedRule {
  const version = seen.get(rule.id)
  if (version === undefined || version === rule.lockVersion) return rule
  return { ...rule, isRemoved: false, obstacle: STALE }
}

const STALE: RebaseObstacle = { reason: 'stale', text: 'The requirement changed after you looked at it.' }

async function newRules(db: UnitOfWork['db'], ids: number[]): Promise<AddedRule[]> {
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

/** The catalog rules to add. Throws 422 for a rule to leave out that the target does not add. */
function wantedRules(added: readonly AddedRule[], leftOut: readonly number[]): AddedRule[] {
  const known = new Set(added.map(({ srgRuleId }) => srgRuleId))
  const unknown = leftOut.filter((id) => !known.has(id)).slice(0, 10)
  if (unknown.length > 0) {
    throw invalid('validation', 'left_out_srg_rule_ids', `The release does not add: ${unknown.join(', ')}.`)
  }
  const excluded = new Set(leftOut)
  return added.filter(({ srgRuleId }) => !excluded.has(srgRuleId))
}

interface EditedRules {
  component: Component
  target: RebaseTarget
  rules: readonly PlannedRule[]
  contents: ReadonlyMap<number, Map<string, string | null>>
}

/** Saves the requirements whose texts change, some in memory at once; answers what they said before. */
async function saveEdited(
  work: UnitOfWork,
  { component, target, rules, contents }: EditedRules,
): Promise<RebasedRule[]> {
  const { em, db, trail, now } = work
  const saved: RebasedRule[] = []
  const pace = createYield()
  for (const batch of batches(rules)) {
    const texts = await targetTexts(db, batch, contents)
    const planned = new Map(batch.map((rule) => [rule.id, rule]))
    const loaded = await loadRules(em, [...planned.keys()])
    for (const rule of loaded) {
      const plan = planned.get(rule.id)
      if (!plan) continue
      const content: RebasedContent = texts.get(rule.id) ?? {}
      saved.push({ id: rule.id, source: plan.baseId, before: contentBefore(rule, content) })
      const edit = planEdit(rule, toChanges(rule, content))
      setLink(rule, component, plan.targetId)
      if (edit.steps.length === 0) rule.touch([], now)
      for (const record of [rule, ...rule.edit(edit, false, now)]) {
        trail.because(record, `Rebased onto ${target.version}`)
      }
    }
    await refreshInspec(db, ...loaded)
    await em.flush()
    em.clear()
    await pace()
  }
  return saved
}

/** Links a requirement to a catalog rule, in the way of its component's kind. */
export function setLink(
  rule: Rule,
  { documentType }: Pick<Component, 'documentType'>,
  source: number | null,
): void {
  if (documentType === 'stig') rule.srgRuleId = source
  else rule.derivedFromSrgRuleId = source
}

/** Moves requirements whose texts stay to other catalog rules, in one statement. */
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

/** Turns requirements into tombstones (rule C-57), some in memory at once. */
export async function buryRules(
  { em, trail, now }: UnitOfWork,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  for (const batch of batches(ids)) {
    for (const rule of await em.find(Rule, { id: { $in: batch } })) {
      rule.bury(now)
      trail.because(rule, reason)
    }
    await em.flush()
    em.clear()
  }
}

/** Imports the new catalog rules under the numbers from `first` on; answers the requirements' ids. */
async function addRules(
  work: UnitOfWork,
  component: Component,
  { target, wanted, first }: { target: RebaseTarget; wanted: readonly AddedRule[]; first: number },
): Promise<number[]> {
  if (wanted.length === 0) return []
  const ids = wanted.map(({ srgRuleId }) => srgRuleId)
  const pick = sql<boolean>`s.id = any (${sql.val(ids)}::integer[])`
  await importRequirements(work, { component, sources: [target.id], from: first, pick })
  const rows = await work.db
    .selectFrom('rules')
    .select('id')
    .where('component_id', '=', component.id)
    .where(sql<boolean>`rule_id::integer >= ${first}::integer`)
    .orderBy('rule_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The live requirements of these ids with all parts that a save may change, by number. */
export async function loadRules(em: Em, ids: readonly number[]): Promise<Rule[]> {
  const live = { id: { $in: [...ids] }, deletedAt: null }
  const rules = await em.find(Rule, live, { orderBy: { ruleId: 'asc' } })
  await loadLists(em, rules, SAVED_LISTS)
  return rules
}

/** Splits a list into parts of as many as are in memory at once. */
export function batches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, at) =>
    all.slice(at * BATCH, (at + 1) * BATCH),
  )
}
