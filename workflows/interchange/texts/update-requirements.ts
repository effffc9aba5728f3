import type { Component } from '../../../entities/component.ts'
import { planEdit } from '../../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../../entities/rule-locking.ts'
import { Rule } from '../../../entities/rule.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { DomainError } from '../../../src/errors.ts'
import { toPlainId } from '../../../src/formats/spreadsheet/plain-text.ts'
import type { RequirementRow } from '../../../src/formats/spreadsheet/requirements.ts'
import { text } from '../../../src/procedures/schemas/shapes.ts'
import { refreshInspec } from '../../requirements/refresh-inspec.ts'
import { assertNoneRefused } from '../assert-none-refused.ts'
import { assertTextLengths, createStoredTextCheck } from '../sheets/lengths.ts'
import { listMatchableRules, type MatchableRule, findByNumber } from '../sheets/match-rows.ts'
import { type RowChange, diffRow } from '../sheets/rows/row-changes.ts'
import { restoreSkippedContent } from './skipped-content.ts'

/** A requirement in a file. */
export interface FileRequirement {
  file: string
  line: number | null
  /** Its name in the file. */
  name: string | null
  /** Displayed names, or legacy ids if allowed, in order; the first match is used. */
  names: readonly (string | null)[]
  texts: Omit<RequirementRow, 'row'>
  /** Fields in which the file collapsed runs of spaces. */
  collapsed?: readonly string[]
  /** Why it can't be imported. */
  fault: string | null
  /** Why it has no content. */
  empty: string | null
}

/** The result for one requirement. */
export interface RequirementOutcome {
  file: string
  line: number | null
  name: string | null
  rule_id: string | null
  /** `unknown`: it matches no requirement of the component. */
  outcome: 'changed' | 'created' | 'unchanged' | 'skipped' | 'unknown' | 'refused'
  changes: RowChange['changes']
  message: string | null
}

/** Maximum number of requirements in memory. */
const BATCH_SIZE = 50
const LISTS = ['checks', 'disaDescriptions', 'descriptions', 'answers'] as const

interface RequirementsUpdate {
  filename: string
  requirements: readonly FileRequirement[]
  dryRun: boolean
  /** Whether legacy ids match too. */
  legacy?: boolean
  /** Whether the texts come from XML, which can't represent every character. */
  xml?: boolean
}

/**
 * Updates requirements of a write-locked component from files, one save each, all or nothing (rule C-78).
 * Locked, reviewed and inherited texts are skipped and listed. A dry run changes nothing. Throws 422 with all
 * outcomes if one is refused.
 */
export async function updateRequirements(
  work: UnitOfWork,
  component: Component,
  { filename, requirements, dryRun, legacy = false, xml = false }: RequirementsUpdate,
): Promise<RequirementOutcome[]> {
  assertImportable(component, dryRun)
  const matched = await matchRequirements(work, component, requirements.map(toStorable), legacy)
  const outcomes: RequirementOutcome[] = []
  for (let start = 0; start < matched.length; start += BATCH_SIZE) {
    const batch = matched.slice(start, start + BATCH_SIZE)
    const ids = batch.flatMap(({ match }) => match?.id ?? [])
    const rules = await work.em.find(Rule, { id: { $in: ids } }, { populate: LISTS })
    const byId = new Map(rules.map((rule) => [rule.id, rule]))
    const results = batch.map((item) => {
      const rule = byId.get(item.match?.id ?? 0)
      return { rule, outcome: updateRequirement(work, item, rule, { filename, dryRun, xml }) }
    })
    outcomes.push(...results.map(({ outcome }) => outcome))
    if (!dryRun) {
      await work.em.flush()
      const changed = results.flatMap(({ rule, outcome }) =>
        rule && outcome.outcome === 'changed' ? [rule] : [],
      )
      await refreshInspec(work.db, ...changed)
      await work.em.flush()
    }
    work.em.clear()
  }
  return dryRun ? outcomes : assertAllAccepted(outcomes)
}

/** Throws 422 for a frozen component, which only a dry run accepts. */
export function assertImportable(component: Component, dryRun: boolean): void {
  if (!dryRun) assertUnfrozen(component.isFrozen())
}

/** Throws 422 with all outcomes if a requirement was refused. */
export function assertAllAccepted(outcomes: RequirementOutcome[]): RequirementOutcome[] {
  assertNoneRefused(outcomes, {
    reason: 'texts.refused',
    toMessage: ({ file, line, message }) => `${formatPosition(file, line)}: ${message ?? ''}`,
    members: { requirements: outcomes },
  })
  return outcomes
}

const Storable = text(Number.MAX_SAFE_INTEGER)

/** Returns the requirement with validated texts; a file can encode invalid characters as escapes. */
function toStorable(requirement: FileRequirement): FileRequirement {
  const { name, texts } = requirement
  for (const [field, value] of Object.entries({ name, ...texts })) {
    const problem = typeof value === 'string' && Storable.safeParse(value).error?.issues[0]
    if (!problem) continue
    const storableName = Storable.safeParse(name).success ? name : null
    return { ...requirement, name: storableName, fault: requirement.fault ?? `${field} ${problem.message}.` }
  }
  return requirement
}

const formatPosition = (file: string, line: number | null) => (line === null ? file : `${file}, line ${line}`)

interface MatchedRequirement {
  requirement: FileRequirement
  match: MatchableRule | null
  /** The previous occurrence of the same requirement. */
  before: string | null
}

async function matchRequirements(
  { db }: UnitOfWork,
  component: Component,
  requirements: readonly FileRequirement[],
  legacy: boolean,
): Promise<MatchedRequirement[]> {
  const rules = await listMatchableRules(db, component.id)
  const byNumber = new Map(rules.map((rule) => [rule.rule_id, rule]))
  const byLegacyId = new Map(
    legacy
      ? rules.flatMap((rule) => (rule.legacy_ids === null ? [] : [[rule.legacy_ids, rule] as const]))
      : [],
  )
  const prefix = `${component.prefix}-`.toUpperCase()
  const find = (name: string) =>
    (toPlainId(name).startsWith(prefix) ? findByNumber(name, component.prefix, byNumber) : undefined) ??
    byLegacyId.get(name)
  const placeByRuleId = new Map<number, string>()
  return requirements.map((requirement) => {
    const match = findFirst(requirement.names, find)
    const before = match === null ? null : (placeByRuleId.get(match.id) ?? null)
    if (match && before === null) {
      placeByRuleId.set(match.id, formatPosition(requirement.file, requirement.line))
    }
    return { requirement, match, before }
  })
}

function findFirst(
  names: readonly (string | null)[],
  find: (name: string) => MatchableRule | undefined,
): MatchableRule | null {
  for (const name of names) {
    const rule = name === null ? undefined : find(name.trim())
    if (rule) return rule
  }
  return null
}

/** Plans the update of one requirement, and makes it unless it is a dry run. */
function updateRequirement(
  work: UnitOfWork,
  { requirement, match, before }: MatchedRequirement,
  rule: Rule | undefined,
  { filename, dryRun, xml }: Pick<RequirementsUpdate, 'filename' | 'dryRun' | 'xml'>,
): RequirementOutcome {
  const { file, line, name } = requirement
  const base = { file, line, name, rule_id: match?.rule_id ?? null, changes: {}, message: null }
  if (requirement.fault !== null) return { ...base, outcome: 'refused', message: requirement.fault }
  if (!match || !rule) {
    return { ...base, outcome: 'unknown', message: 'It matches no requirement of this component.' }
  }
  if (before !== null) {
    return { ...base, outcome: 'refused', message: `${before} already contains this requirement.` }
  }
  if (requirement.empty !== null) return { ...base, outcome: 'unchanged', message: requirement.empty }
  try {
    const texts = xml
      ? restoreSkippedContent(rule, requirement.texts, requirement.collapsed)
      : requirement.texts
    const row = { ...texts, row: line ?? 1 }
    assertTextLengths(work.env.limits, file, [row], createStoredTextCheck(rule))
    const ignored: string[] = []
    const matched = { ...row, stigId: name ?? '', id: rule.id, srgVersion: match.version, child: match.child }
    const change = diffRow(rule, matched, { inherited: null, warn: (text) => ignored.push(`${text}.`) })
    const { plan, changes, skipped } = change
    const message = [...ignored, ...(skipped ? [describeSkipped(skipped)] : [])].join(' ') || null
    if (plan === null) return { ...base, outcome: skipped ? 'skipped' : 'unchanged', message }
    const edit = planEdit(rule, plan)
    if (!dryRun) {
      for (const record of [rule, ...rule.edit(edit, false, work.now)]) {
        work.auditLog.setReason(record, `Updated from the file ${filename.slice(0, 200)}`)
      }
    }
    return { ...base, outcome: 'changed', changes, message }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ...base, outcome: 'refused', message: error.message }
  }
}

function describeSkipped({ reason, skipped_fields: fields }: NonNullable<RowChange['skipped']>): string {
  return fields ? `Locked: ${fields.join(', ')}.` : `The requirement is ${reason}.`
}
