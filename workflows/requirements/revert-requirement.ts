import type { ChildChange, RuleChanges } from '../../entities/rule-changes.ts'
import { planEdit } from '../../entities/rule-edit.ts'
import {
  CHECK_SECTIONS,
  DESCRIPTION_SECTIONS,
  DISA_SECTIONS,
  RULE_SECTIONS,
} from '../../entities/rule-sections.ts'
import type { Rule } from '../../entities/rule.ts'
import { questionIdSql } from '../../src/audit/question-id.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { stateError, validationError, notFoundError } from '../../src/errors.ts'
import { readInspecFacts, writeInspec } from './refresh-inspec.ts'
import { loadLists, SAVED_LISTS } from './rule-lists.ts'

interface Entry {
  action: string
  auditable_type: string
  auditable_id: number | null
  changes: Record<string, unknown>
  /** The JSON name of an answer's text. */
  question: string | null
}

type Values = ChildChange['values']

const LISTS: Record<string, { list: 'checks' | 'disaDescriptions' | 'descriptions'; fields: object }> = {
  Check: { list: 'checks', fields: CHECK_SECTIONS },
  DisaRuleDescription: { list: 'disaDescriptions', fields: DISA_SECTIONS },
  RuleDescription: { list: 'descriptions', fields: DESCRIPTION_SECTIONS },
}

/**
 * Reverts one audit entry of a write-locked requirement with the rules of a normal save (rule C-58). Throws
 * 404 for an entry of another record, and 422 if it can't be reverted.
 */
export async function revertRequirement(
  { em, db, auditLog, now }: UnitOfWork,
  rule: Rule,
  request: { auditId: number; fields: string[]; comment: string | null | undefined; frozen: boolean },
): Promise<void> {
  const [getFacts, [entry]] = await Promise.all([
    readInspecFacts(db, [rule]),
    selectEntry(db, request.auditId, rule.id),
    loadLists(em, rule, SAVED_LISTS),
  ])
  if (!entry) throw notFoundError()
  const plan = planEdit(rule, toRevertingChanges(entry, request.fields))
  for (const record of [rule, ...rule.edit(plan, request.frozen, now)]) {
    auditLog.setReason(record, request.comment)
  }
  writeInspec([rule], getFacts)
  await em.flush()
}

const selectEntry = preparedQuery<Entry>((db, id, ruleId) =>
  db
    .selectFrom('audit_entries')
    .select(['action', 'auditable_type', 'auditable_id', 'changes', questionIdSql.as('question')])
    .where('id', '=', id)
    .where('rule_id', '=', ruleId),
)

function toRevertingChanges(entry: Entry, fields: string[]): RuleChanges {
  if (entry.action === 'destroy') return toRecreation(entry)
  if (entry.action !== 'update') {
    throw stateError('rule.not_revertable', 'Only changes and removals can be reverted.')
  }
  if (fields.length === 0) throw validationError('validation', 'fields', 'Name the fields to revert.')
  const recorded = entry.question === null ? Object.keys(entry.changes) : [entry.question]
  const unknown = fields.filter((field) => !recorded.includes(field))
  if (unknown.length > 0) {
    throw validationError('validation', 'fields', `The audit entry does not contain ${unknown.join(', ')}.`)
  }
  if (entry.auditable_type === 'AdditionalAnswer') {
    return toChange(entry, { answer: getPrevious(entry.changes['answer']) })
  }
  const values: Values = {}
  for (const field of fields) values[toCamelCase(field)] = getPrevious(entry.changes[field])
  return toChange(entry, values)
}

function toChange({ auditable_type: type, auditable_id: id }: Entry, values: Values): RuleChanges {
  if (id === null) throw notFoundError()
  if (type === 'BaseRule') return { content: assertEditableFields(values, RULE_SECTIONS) }
  if (type === 'AdditionalAnswer') {
    return { content: {}, answers: [{ id, answer: toText(values['answer']) }] }
  }
  const part = LISTS[type]
  if (!part) throw stateError('rule.not_revertable', 'This kind of record cannot be reverted.')
  return { content: {}, [part.list]: [{ id, values: assertEditableFields(values, part.fields) }] }
}

/** Recreates deleted parts: only checks and descriptions. */
function toRecreation(entry: Entry): RuleChanges {
  const part = LISTS[entry.auditable_type]
  if (!part) throw stateError('rule.not_revertable', 'This kind of record cannot be restored.')
  const values: Values = {}
  for (const [field, value] of Object.entries(entry.changes)) values[toCamelCase(field)] = toScalar(value)
  return { content: {}, [part.list]: [{ values: assertEditableFields(values, part.fields) }] }
}

/** Drops locks, reviews and deletion, which have their own operations. */
function assertEditableFields(values: Values, fields: object): Values {
  const foreign = Object.keys(values).filter((name) => !Object.hasOwn(fields, name))
  if (foreign.length > 0) {
    throw stateError('rule.not_revertable', `These fields cannot be reverted: ${foreign.join(', ')}.`)
  }
  return values
}

function getPrevious(change: unknown): Values[string] {
  return Array.isArray(change) ? toScalar(change[0]) : null
}

function toScalar(value: unknown): Values[string] {
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}

function toText(value: Values[string] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
