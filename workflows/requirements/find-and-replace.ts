import type { Component } from '../../entities/component.ts'
import { type ChildChange, type RuleChanges } from '../../entities/rule-changes.ts'
import { planEdit } from '../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../entities/rule-locking.ts'
import { Rule } from '../../entities/rule.ts'
import { DomainError, invalid } from '../../src/errors.ts'
import { createPace } from '../../src/computing/pace.ts'
import type { Work } from '../../src/work.ts'
import { findRules } from './found-requirements.ts'
import { refreshInspec } from './refresh-inspec.ts'
import { assertRequirements } from './named-requirements.ts'
import { loadLists, SAVED_LISTS } from './rule-lists.ts'
import { replacing, type Replacing } from './replacing.ts'
import { FOUND_FIELDS, type FoundField, type FoundText, textsOf } from './found-texts.ts'

/** What to replace where, and whether to try it only. */
export interface Replacement {
  find: string
  replace: string
  caseSensitive: boolean
  /** All of them where none are named. */
  fields?: FoundField[] | undefined
  ruleIds?: number[] | undefined
  dryRun: boolean
}

/** One text that was found. */
export interface ReplaceRow {
  id: number
  rule_id: string
  field: FoundField
  before: string
  after: string
  /** Why the text stays as it is; null when it changes. */
  skipped: string | null
}

/** What one request may change; more is refused, so that its author names fields or requirements. */
const MOST = { texts: 10_000, characters: 20_000_000 }
/** Characters of the rows of one answer. */
const ANSWER = 1_000_000
/** Requirements that are in memory at once. */
const PORTION = 50
/** How much of the new text the reason in the trail quotes. */
const QUOTED = 500

interface Change {
  rule: Rule
  change: RuleChanges
}

export interface ReplaceResult {
  rows: ReplaceRow[]
  rows_left_out: number
  /** How many texts change, or would. */
  changed: number
}

/**
 * Replaces a text in the requirements of a write-locked component, in one transaction (rule C-59). What locks or
 * reviews forbid is left alone and named. Texts are counted and measured before they are made: 422 when one of them
 * would be over its limit, or all of them too many.
 */
export async function findAndReplace(
  work: Work,
  component: Component,
  input: Replacement,
): Promise<ReplaceResult> {
  const { em, db } = work
  assertUnfrozen(component.isFrozen())
  if (input.ruleIds) await assertRequirements(db, component.id, 'rule_ids', input.ruleIds)
  const found = await findRules(db, component.id, input.find)
  const named = input.ruleIds && new Set(input.ruleIds)
  const wanted = found.filter((id) => named?.has(id) ?? true)
  const result = new Result()
  const replace = replacing(input)
  for (let at = 0; at < wanted.length; at += PORTION) {
    const ids = wanted.slice(at, at + PORTION)
    const rules = await em.find(Rule, { id: { $in: ids } }, { orderBy: { ruleId: 'asc' } })
    await loadLists(em, rules, SAVED_LISTS)
    const changes = await changesIn(rules, work, input, replace, result)
    if (!input.dryRun && changes.length > 0) await apply(work, changes, input)
    em.clear()
  }
  return result
}

/** The changes of some requirements, which are added to the result. */
async function changesIn(
  rules: Rule[],
  { env }: Work,
  input: Replacement,
  replace: Replacing,
  result: Result,
): Promise<Change[]> {
  const pace = createPace()
  const fields = [...new Set(input.fields ?? FOUND_FIELDS)]
  const changes: Change[] = []
  for (const rule of rules) {
    for (const found of fields.flatMap((field) => textsOf(rule, field))) {
      await pace()
      const { text, field } = found
      const measured = replace.measure(text)
      if (measured === null) continue
      const limit = env.limits[found.limit]
      const fits = measured.length <= limit || measured.codePoints() <= limit
      const after = fits ? replace.apply(text) : text
      if (fits && after === text) continue
      const skipped = reasonToSkip(rule, found, fits ? after : `${text} `)
      if (skipped === null && !fits) throw tooLong(rule, field, measured.codePoints(), limit)
      result.add({ id: rule.id, rule_id: rule.ruleId, field, before: text, after, skipped })
      if (skipped === null) changes.push({ rule, change: found.changeTo(after) })
    }
  }
  return changes
}

async function apply({ em, db, trail, now }: Work, changes: Change[], { find, replace }: Replacement) {
  const byRule = Map.groupBy(changes, ({ rule }) => rule)
  for (const [rule, ofRule] of byRule) {
    const plan = planEdit(rule, together(ofRule.map(({ change }) => change)))
    for (const record of [rule, ...rule.edit(plan, false, now)]) {
      trail.because(record, `Replaced "${find}" by "${replace.slice(0, QUOTED)}"`)
    }
  }
  await refreshInspec(db, ...byRule.keys())
  await em.flush()
}

/** Counts all rows, and keeps those that an answer has room for. */
class Result implements ReplaceResult {
  readonly rows: ReplaceRow[] = []
  rows_left_out = 0
  changed = 0
  #shown = 0
  #characters = 0

  add(row: ReplaceRow): void {
    const size = row.before.length + row.after.length
    if (row.skipped === null) {
      this.changed += 1
      this.#characters += size
      if (this.changed > MOST.texts || this.#characters > MOST.characters) throw tooMuch()
    }
    this.#shown += size
    if (this.rows_left_out === 0 && this.#shown <= ANSWER) this.rows.push(row)
    else this.rows_left_out += 1
  }
}

function tooLong(rule: Rule, field: FoundField, length: number, limit: number): DomainError {
  const said = `would have ${length} characters in requirement ${rule.ruleId}; ${limit} are the limit`
  return invalid('rule.replacement_too_long', field, said)
}

function tooMuch(): DomainError {
  const said = `finds more than one request may change (${MOST.texts} texts, ${MOST.characters} characters); name fields or rule_ids`
  return invalid('rule.replacement_too_large', 'find', said)
}

/** Changes of one requirement as one save, which counts once (rule E-13). */
function together(changes: RuleChanges[]): RuleChanges {
  return {
    content: Object.assign({}, ...changes.map(({ content }) => content)),
    checks: byId(changes.flatMap(({ checks = [] }) => checks)),
    disaDescriptions: byId(changes.flatMap(({ disaDescriptions = [] }) => disaDescriptions)),
  }
}

function byId(changes: ChildChange[]): ChildChange[] {
  return [...Map.groupBy(changes, ({ id }) => id)].map(([id, parts]) => ({
    id,
    values: Object.assign({}, ...parts.map(({ values }) => values)),
  }))
}

function reasonToSkip(rule: Rule, found: FoundText, after: string): string | null {
  try {
    const plan = planEdit(rule, found.changeTo(after))
    rule.assertEditable(false)
    rule.assertSectionsOpen(plan.changed)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
