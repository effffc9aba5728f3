import { toColumn } from '../../entities/requirement-fields.ts'
import type { AnswerChange, ChildChange, RuleChanges, RuleContent } from '../../entities/rule-changes.ts'
import { RULE_SECTIONS } from '../../entities/rule-sections.ts'
import { normalizeIdent } from '../../src/formats/cci.ts'
import type { RuleInput } from './record.schema.ts'

type Element = Record<string, string | number | boolean | null | undefined>

/** Converts a request to the changes of the entity; absent members stay absent. */
export function changesOf(input: RuleInput): RuleChanges {
  const changes: RuleChanges = { content: contentOf(input) }
  if (input.checks_attributes) changes.checks = input.checks_attributes.map(childOf)
  if (input.disa_rule_descriptions_attributes) {
    changes.disaDescriptions = input.disa_rule_descriptions_attributes.map(childOf)
  }
  if (input.rule_descriptions_attributes) {
    changes.descriptions = input.rule_descriptions_attributes.map(childOf)
  }
  if (input.additional_answers_attributes) changes.answers = answersOf(input)
  return changes
}

const EDITED = Object.entries(RULE_SECTIONS).map(([name]) => ({ name, column: toColumn(name) }))

/** Returns the scalar fields, with normalized idents (rule C-46). */
export function contentOf({ ident, ...input }: RuleInput): RuleContent {
  const given = new Map<string, unknown>(Object.entries(input))
  if (ident !== undefined) given.set('ident', normalizeIdent(ident))
  return Object.fromEntries(
    EDITED.flatMap(({ name, column }) => {
      const value = given.get(column)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

export function answersOf(input: RuleInput): AnswerChange[] {
  return (input.additional_answers_attributes ?? []).map((answer) => ({
    id: answer.id ?? undefined,
    questionId: answer.additional_question_id,
    answer: answer.answer ?? null,
  }))
}

function childOf({ id, _destroy, ...fields }: Element): ChildChange {
  const values: ChildChange['values'] = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && typeof value !== 'number') values[camelCase(name)] = value
  }
  return { id: typeof id === 'number' ? id : undefined, destroy: _destroy === true, values }
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
