import type { Component } from '../../../entities/component.ts'
import { planEdit } from '../../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../../entities/rule-locking.ts'
import { Rule } from '../../../entities/rule.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { DomainError } from '../../../src/errors.ts'
import { plainId } from '../../../src/formats/spreadsheet/plain-text.ts'
import type { RequirementRow } from '../../../src/formats/spreadsheet/requirements.ts'
import { text } from '../../../src/procedures/schemas/shapes.ts'
import { refreshInspec } from '../../requirements/refresh-inspec.ts'
import { assertTextLengths, storedIn } from '../sheets/lengths.ts'
import { knownRules, type KnownRule, ofNumber } from '../sheets/match-rows.ts'
import { type RowChange, rowChanges } from '../sheets/rows/row-changes.ts'
import { restoreSkippedContent } from './skipped-content.ts'

/** A requirement in a file. */
export interface GivenRequirement {
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
const PORTION = 50
const LISTS = ['checks', 'disaDescriptions', 'descriptions', 'answers'] as const

interface RequirementsUpdate {
  filename: string
  given: readonly GivenRequirement[]
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
  { filename, given, dryRun, legacy = false, xml = false }: RequirementsUpdate,
): Promise<RequirementOutcome[]> {
  if (!dryRun) assertUnfrozen(component.isFrozen())
  const matched = await match(work, component, given.map(storable), legacy)
  const outcomes: RequirementOutcome[] = []
  for (let at = 0; at < matched.length; at += PORTION) {
    const portion = matched.slice(at, at + PORTION)
    const ids = portion.flatMap(({ known }) => known?.id ?? [])
    const rules = await work.em.find(Rule, { id: { $in: ids } }, { populate: LISTS })
    const byId = new Map(rules.map((rule) => [rule.id, rule]))
    const results = portion.map((one) => {
      const rule = byId.get(one.known?.id ?? 0)
      return { rule, outcome: outcomeOf(work, one, rule, { filename, dryRun, xml }) }
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
  return dryRun ? outcomes : assertNoneRefused(outcomes)
}

/** Throws 422 with all outcomes if a requirement was refused. */
export function assertNoneRefused(outcomes: RequirementOutcome[]): RequirementOutcome[] {
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return outcomes
  const messages = refused
    .slice(0, 20)
    .map(({ file, line, message }) => `${placed(file, line)}: ${message ?? ''}`)
  throw new DomainError('invalid', 'texts.refused', messages.join(' '), {
    messages,
    members: { requirements: outcomes },
  })
}

const Storable = text(Number.MAX_SAFE_INTEGER)

/** Returns the requirement with validated texts; a file can encode invalid characters as escapes. */
function storable(given: GivenRequirement): GivenRequirement {
  const { name, texts } = given
  for (const [field, said] of Object.entries({ name, ...texts })) {
    const problem = typeof said === 'string' && Storable.safeParse(said).error?.issues[0]
    if (!problem) continue
    const named = Storable.safeParse(name).success ? name : null
    return { ...given, name: named, fault: given.fault ?? `${field} ${problem.message}.` }
  }
  return given
}

const placed = (file: string, line: number | null) => (line === null ? file : `${file}, line ${line}`)

interface Matched {
  given: GivenRequirement
  known: KnownRule | null
  /** Where the same requirement occurred before. */
  before: string | null
}

async function match(
  { db }: UnitOfWork,
  component: Component,
  given: readonly GivenRequirement[],
  legacy: boolean,
): Promise<Matched[]> {
  const rules = await knownRules(db, component.id)
  const byNumber = new Map(rules.map((rule) => [rule.rule_id, rule]))
  const byLegacyId = new Map(
    legacy
      ? rules.flatMap((rule) => (rule.legacy_ids === null ? [] : [[rule.legacy_ids, rule] as const]))
      : [],
  )
  const prefix = `${component.prefix}-`.toUpperCase()
  const find = (name: string) =>
    (plainId(name).startsWith(prefix) ? ofNumber(name, component.prefix, byNumber) : undefined) ??
    byLegacyId.get(name)
  const seen = new Map<number, string>()
  return given.map((one) => {
    const known = firstOf(one.names, find)
    const before = known === null ? null : (seen.get(known.id) ?? null)
    if (known && before === null) seen.set(known.id, placed(one.file, one.line))
    return { given: one, known, before }
  })
}

function firstOf(
  names: readonly (string | null)[],
  find: (name: string) => KnownRule | undefined,
): KnownRule | null {
  for (const name of names) {
    const found = name === null ? undefined : find(name.trim())
    if (found) return found
  }
  return null
}

function outcomeOf(
  work: UnitOfWork,
  { given, known, before }: Matched,
  rule: Rule | undefined,
  { filename, dryRun, xml }: Pick<RequirementsUpdate, 'filename' | 'dryRun' | 'xml'>,
): RequirementOutcome {
  const { file, line, name } = given
  const base = { file, line, name, rule_id: known?.rule_id ?? null, changes: {}, message: null }
  if (given.fault !== null) return { ...base, outcome: 'refused', message: given.fault }
  if (!known || !rule) {
    return { ...base, outcome: 'unknown', message: 'It matches no requirement of this component.' }
  }
  if (before !== null) {
    return { ...base, outcome: 'refused', message: `The same requirement already occurs in ${before}.` }
  }
  if (given.empty !== null) return { ...base, outcome: 'unchanged', message: given.empty }
  try {
    const texts = xml ? restoreSkippedContent(rule, given.texts, given.collapsed) : given.texts
    const row = { ...texts, row: line ?? 1 }
    assertTextLengths(work.env.limits, file, [row], storedIn(rule))
    const ignored: string[] = []
    const matched = { ...row, stigId: name ?? '', id: rule.id, srgVersion: known.version, child: known.child }
    const change = rowChanges(rule, matched, { inherited: null, tell: (text) => ignored.push(`${text}.`) })
    const { plan, changes, skipped } = change
    const message = [...ignored, ...(skipped ? [skippedIn(skipped)] : [])].join(' ') || null
    if (plan === null) return { ...base, outcome: skipped ? 'skipped' : 'unchanged', message }
    const edit = planEdit(rule, plan)
    if (!dryRun) {
      for (const record of [rule, ...rule.edit(edit, false, work.now)]) {
        work.trail.because(record, `Updated from the file ${filename.slice(0, 200)}`)
      }
    }
    return { ...base, outcome: 'changed', changes, message }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ...base, outcome: 'refused', message: error.message }
  }
}

function skippedIn({ reason, skipped_fields: fields }: NonNullable<RowChange['skipped']>): string {
  return fields ? `Locked: ${fields.join(', ')}.` : `The requirement is ${reason}.`
}
