import { sql } from 'kysely'
import type { RebasedContent } from '../../../entities/component-rebase.ts'
import type { Queries } from '../../../src/database/database.ts'
import { type DomainError, validationError } from '../../../src/errors.ts'
import { normalizeIdent } from '../../../src/formats/cci.ts'
import { SEVERITIES } from '../../../src/vocabulary.ts'
import { type MergedField, REBASED_FIELDS, type RebasedField } from './merged-fields.ts'
import { isSectionLocked, type PlannedRule } from './plan-rebase.ts'

/** The text that a field gets: the requirement's own, the release's, or a custom one. */
export interface FieldChoice {
  field: MergedField
  take: 'ours' | 'new' | 'text'
  text?: string | undefined
}

/** Choices for one requirement; other fields use the default. */
export interface RebaseChoice {
  id: number
  fields: readonly FieldChoice[]
  /** Whether to remove a requirement that the release dropped. */
  remove?: boolean | undefined
}

/** Marks a field that gets the release's text. */
const NEW = null
export type ChosenFields = Map<string, string | null>

/** Choices by requirement. */
export interface ResolvedChoices {
  contents: ReadonlyMap<number, ChosenFields>
  removals: ReadonlyMap<number, boolean>
}

/**
 * Validates choices against the plan. A field maps to its text, or to null for the release's text. Throws 422
 * for an unknown or duplicate requirement, a locked section, and an impossible removal.
 */
export function resolveChoices(
  rules: readonly PlannedRule[],
  choices: readonly RebaseChoice[],
): ResolvedChoices {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const removals = new Map<number, boolean>()
  const contents = new Map<number, ChosenFields>()
  const chosen = new Map<number, RebaseChoice>()
  for (const choice of choices) {
    const rule = byId.get(choice.id)
    if (!rule) throw createUnplannedError(choice.id)
    if (chosen.has(rule.id)) throw createChoiceError(`Requirement ${rule.ruleId} is named twice.`)
    chosen.set(rule.id, choice)
    // A stale requirement is not moved, so choices for its older version are ignored.
    if (rule.obstacle?.reason === 'stale') continue
    if (choice.remove !== undefined) removals.set(rule.id, validateRemoval(rule, choice.remove))
    if (choice.fields.length > 0) contents.set(rule.id, validateFields(rule, choice.fields))
  }
  for (const rule of rules) {
    if (rule.followed.length === 0 || rule.obstacle !== null || rule.kind === 'dropped') continue
    const fields = contents.get(rule.id) ?? new Map<string, string | null>()
    const chosenFields = new Set<RebasedField>(chosen.get(rule.id)?.fields.map(({ field }) => field))
    for (const field of rule.followed.filter((item) => !chosenFields.has(item))) fields.set(field, NEW)
    contents.set(rule.id, fields)
  }
  return { contents, removals }
}

function validateRemoval(rule: PlannedRule, remove: boolean): boolean {
  if (!remove) return false
  if (rule.kind !== 'dropped') throw createChoiceError(`The release still has requirement ${rule.ruleId}.`)
  if (rule.obstacle) {
    throw createChoiceError(`Requirement ${rule.ruleId} can't be removed. ${rule.obstacle.text}`)
  }
  return true
}

function validateFields(rule: PlannedRule, fields: readonly FieldChoice[]): ChosenFields {
  if (rule.kind === 'dropped') {
    throw createChoiceError(`The release has no texts for requirement ${rule.ruleId}.`)
  }
  const texts: ChosenFields = new Map()
  const chosenFields = new Set<MergedField>()
  for (const { field, take, text } of fields) {
    if (chosenFields.has(field)) {
      throw createChoiceError(`${field} of requirement ${rule.ruleId} is named twice.`)
    }
    chosenFields.add(field)
    if (take === 'ours') continue
    if (rule.obstacle) {
      throw createChoiceError(`Requirement ${rule.ruleId} can't change. ${rule.obstacle.text}`)
    }
    if (isSectionLocked(rule.lockedFields, field)) {
      throw createChoiceError(`${field} of requirement ${rule.ruleId} is in a locked section.`)
    }
    texts.set(field, take === 'new' ? NEW : assertText(rule, field, text))
  }
  return texts
}

function assertText({ ruleId }: PlannedRule, field: MergedField, text: string | undefined): string {
  if (text === undefined) throw createChoiceError(`${field} of requirement ${ruleId} has no text.`)
  if (field === 'rule_severity') {
    throw createChoiceError(`The severity of requirement ${ruleId} has no text of its own.`)
  }
  return field === 'ident' ? (normalizeIdent(text) ?? '') : text
}

/** Creates the 422 for a choice whose requirement the rebase does not move. */
export function createUnplannedError(nameOrId: string | number): DomainError {
  return createChoiceError(`Requirement ${nameOrId} does not come from an older release of this SRG.`)
}

function createChoiceError(message: string) {
  return validationError('component.rebase_choice', 'choices', message)
}

/** Returns the new content of planned requirements: chosen texts, and texts of the release. */
export async function listTargetTexts(
  db: Queries,
  rules: readonly PlannedRule[],
  contents: ReadonlyMap<number, ChosenFields>,
): Promise<Map<number, RebasedContent>> {
  const ids = rules.flatMap(({ targetId }) => (targetId === null ? [] : [targetId]))
  const columns = REBASED_FIELDS.map(({ field }) => field)
  const { rows } = await sql<Record<RebasedField, string | null> & { id: number }>`
    select id, ${sql.join(columns.map((name) => sql.ref(name)))} from srg_rules
    where id = any (${sql.val(ids)}::integer[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(rules.map(({ id, targetId }) => [id, toContent(contents.get(id), byId.get(targetId ?? 0))]))
}

function toContent(
  chosen: ChosenFields | undefined,
  release: Record<RebasedField, string | null> | undefined,
): RebasedContent {
  const texts: RebasedContent = {}
  for (const { field, content } of REBASED_FIELDS) {
    const text = chosen?.get(field)
    if (text === undefined) continue
    const value = text ?? release?.[field] ?? null
    if (content !== 'ruleSeverity') texts[content] = value
    else texts.ruleSeverity = SEVERITIES.find((item) => item === value) ?? 'medium'
  }
  return texts
}
