import type { ChangedRequirement } from '../../../entities/bulk-update.ts'
import type { Component } from '../../../entities/component.ts'
import { type ChildChange, type RuleChanges } from '../../../entities/rule-changes.ts'
import { planEdit } from '../../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../../entities/rule-locking.ts'
import { Rule } from '../../../entities/rule.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { DomainError, validationError } from '../../../src/errors.ts'
import { createYield } from '../../../src/lib/yield-to-event-loop.ts'
import { countCodePoints } from '../../../src/procedures/schemas/shapes.ts'
import { isLonger } from '../../../src/procedures/schemas/text-limits.ts'
import { assertRequirements } from '../named-requirements.ts'
import { loadLists, SAVED_LISTS } from '../rule-lists.ts'
import { saveAll, storeForUndo } from '../undo-bulk-update.ts'
import { findRules } from './matching-requirements.ts'
import { SEARCHED_FIELDS, type MatchingField, type MatchingText, findTexts } from './matching-texts.ts'
import { planReplacement, type ReplacementPlan } from './replace-matches.ts'

/** The text to replace, its scope, and whether it is a dry run. */
export interface Replacement {
  find: string
  replace: string
  caseSensitive: boolean
  /** Fields to search; default: all. */
  fields?: MatchingField[] | undefined
  ruleIds?: number[] | undefined
  /** Texts to change; default: all matches. */
  texts?: { id: number; field: MatchingField }[] | undefined
  dryRun: boolean
}

/** A matching text. */
export interface ReplaceRow {
  id: number
  rule_id: string
  field: MatchingField
  before: string
  after: string
  /** Why the text does not change; null if it does. */
  skipped: string | null
}

/**
 * Maximum size of one request; larger ones are rejected, so that the caller selects fields or requirements.
 */
const MAX_REQUEST = { texts: 10_000, characters: 20_000_000 }
/** Maximum number of characters of the rows in one response. */
const ANSWER = 1_000_000
/** Maximum number of requirements in memory. */
const BATCH_SIZE = 15
/** Maximum number of characters of the new text in the audit comment. */
const QUOTED = 500

interface Change {
  rule: Rule
  change: RuleChanges
  /** The save that restores the previous text. */
  back: RuleChanges
}

export interface ReplaceResult {
  rows: ReplaceRow[]
  rows_left_out: number
  /** Number of texts that change, or would change in a dry run. */
  changed: number
  /** Id for the undo; null if nothing changed. */
  updateId: string | null
}

/**
 * Replaces a text in the requirements of a write-locked component, in one transaction (rule C-59). Locked or
 * reviewed texts are skipped and listed. Measures texts first: throws 422 if one would exceed its limit, or
 * all are too many.
 */
export async function findAndReplace(
  work: UnitOfWork,
  component: Component,
  input: Replacement,
): Promise<ReplaceResult> {
  const { em, db } = work
  assertUnfrozen(component.isFrozen())
  const candidates = await listRequirementsWith(db, component.id, input)
  const result = new Result()
  const replace = planReplacement(input)
  const updated: ChangedRequirement[] = []
  for (let start = 0; start < candidates.length; start += BATCH_SIZE) {
    const ids = candidates.slice(start, start + BATCH_SIZE)
    const rules = await em.find(Rule, { id: { $in: ids } }, { orderBy: { ruleId: 'asc' } })
    await loadLists(em, rules, SAVED_LISTS)
    const changes = await planChanges(rules, work, input, replace, result)
    if (!input.dryRun && changes.length > 0) updated.push(...(await apply(work, changes, input)))
    em.clear()
  }
  result.updateId = await storeForUndo(work, component, updated)
  return result
}

/**
 * Returns the requirements that may have the text, among the selected ones. Throws 422 for an id of another
 * component.
 */
async function listRequirementsWith(
  db: UnitOfWork['db'],
  componentId: number,
  { find, ruleIds, texts }: Replacement,
): Promise<number[]> {
  const ofTexts = texts && [...new Set(texts.map(({ id }) => id))]
  if (ruleIds) await assertRequirements(db, componentId, 'rule_ids', ruleIds)
  if (ofTexts) await assertRequirements(db, componentId, 'texts', ofTexts)
  const selections = [ruleIds, ofTexts].flatMap((ids) => (ids ? [new Set(ids)] : []))
  const matchingIds = await findRules(db, componentId, find)
  return matchingIds.filter((id) => selections.every((ids) => ids.has(id)))
}

/** Adds the changes of some requirements to the result. */
async function planChanges(
  rules: Rule[],
  { env }: UnitOfWork,
  input: Replacement,
  replace: ReplacementPlan,
  result: Result,
): Promise<Change[]> {
  const yieldIfDue = createYield()
  const fields = [...new Set(input.fields ?? SEARCHED_FIELDS)]
  const selectedTexts = input.texts && new Set(input.texts.map(({ id, field }) => `${id} ${field}`))
  const changes: Change[] = []
  for (const rule of rules) {
    for (const matchingText of fields.flatMap((field) => findTexts(rule, field))) {
      await yieldIfDue()
      if (selectedTexts?.has(`${rule.id} ${matchingText.field}`) === false) continue
      const { text, field } = matchingText
      const measured = replace.measure(text)
      if (measured === null) continue
      const limit = env.limits[matchingText.limit]
      // A catalog text can exceed the limit, but it must not grow.
      const maxLength = isLonger(text, limit) ? countCodePoints(text) : limit
      const fits = measured.length <= maxLength || measured.codePoints() <= maxLength
      const after = fits ? replace.apply(text) : text
      if (fits && after === text) continue
      const skipped = findReasonToSkip(rule, matchingText, fits ? after : `${text} `)
      if (skipped === null && !fits) throw createTooLongError(rule, field, measured.codePoints(), limit)
      result.add({ id: rule.id, rule_id: rule.ruleId, field, before: text, after, skipped })
      if (skipped === null) {
        changes.push({ rule, change: matchingText.changeTo(after), back: matchingText.changeTo(text) })
      }
    }
  }
  return changes
}

/** Saves the changes and returns the id for the undo. */
async function apply(
  work: UnitOfWork,
  changes: Change[],
  { find, replace }: Replacement,
): Promise<ChangedRequirement[]> {
  const byRule = Map.groupBy(changes, ({ rule }) => rule)
  const updated = [...byRule].map(([rule, ofRule]) => ({
    id: rule.id,
    version: rule.lockVersion + 1,
    before: mergeChanges(ofRule.map(({ back }) => back)),
  }))
  const getChanges = (rule: Rule) => mergeChanges((byRule.get(rule) ?? []).map(({ change }) => change))
  const reason = `Replaced "${find}" by "${replace.slice(0, QUOTED)}"`
  await saveAll(work, [...byRule.keys()], getChanges, reason)
  return updated
}

/** Counts all rows and collects those that fit in a response. */
class Result implements ReplaceResult {
  readonly rows: ReplaceRow[] = []
  rows_left_out = 0
  changed = 0
  updateId: string | null = null
  #shown = 0
  #characters = 0

  add(row: ReplaceRow): void {
    const size = row.before.length + row.after.length
    if (row.skipped === null) {
      this.changed += 1
      this.#characters += size
      if (this.changed > MAX_REQUEST.texts || this.#characters > MAX_REQUEST.characters) {
        throw createTooMuchError()
      }
    }
    this.#shown += size
    if (this.rows_left_out === 0 && this.#shown <= ANSWER) this.rows.push(row)
    else this.rows_left_out += 1
  }
}

function createTooLongError(rule: Rule, field: MatchingField, length: number, limit: number): DomainError {
  const message = `would have ${length} characters in requirement ${rule.ruleId}; ${limit} are the limit`
  return validationError('rule.replacement_too_long', field, message)
}

function createTooMuchError(): DomainError {
  const message = `finds more than one request may change (${MAX_REQUEST.texts} texts, ${MAX_REQUEST.characters} characters); name fields or rule_ids`
  return validationError('rule.replacement_too_large', 'find', message)
}

/** Merges changes of one requirement into one save, which increments the version once (rule E-13). */
function mergeChanges(changes: RuleChanges[]): RuleChanges {
  return {
    content: Object.assign({}, ...changes.map(({ content }) => content)),
    checks: indexById(changes.flatMap(({ checks = [] }) => checks)),
    disaDescriptions: indexById(changes.flatMap(({ disaDescriptions = [] }) => disaDescriptions)),
  }
}

function indexById(changes: ChildChange[]): ChildChange[] {
  return [...Map.groupBy(changes, ({ id }) => id)].map(([id, parts]) => ({
    id,
    values: Object.assign({}, ...parts.map(({ values }) => values)),
  }))
}

function findReasonToSkip(rule: Rule, match: MatchingText, after: string): string | null {
  try {
    const plan = planEdit(rule, match.changeTo(after))
    rule.assertEditable(false)
    rule.assertSectionsOpen(plan.changed)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
