import { toColumn } from '../../entities/requirement-fields.ts'
import type { AnswerChange, ChildChange, RuleChanges, RuleContent } from '../../entities/rule-changes.ts'
import { RULE_SECTIONS } from '../../entities/rule-sections.ts'
import { normalizeIdent } from '../../src/formats/cci.ts'
import type { RuleInput } from './record.schema.ts'

type Element = Record<string, string | number | boolean | null | undefined>

/** Converts a request to the changes of the entity; absent members stay absent. */
export function toRuleChanges(input: RuleInput): RuleChanges {
  const changes: RuleChanges = { content: toRuleContent(input) }
  if (input.checks_attributes) changes.checks = input.checks_attributes.map(toChildChange)
  if (input.disa_rule_descriptions_attributes) {
    changes.disaDescriptions = input.disa_rule_descriptions_attributes.map(toChildChange)
  }
  if (input.rule_descriptions_attributes) {
    changes.descriptions = input.rule_descriptions_attributes.map(toChildChange)
  }
  if (input.additional_answers_attributes) changes.answers = toAnswerChanges(input)
  return changes
}

const EDITED = Object.entries(RULE_SECTIONS).map(([name]) => ({ name, column: toColumn(name) }))

/** Returns the scalar fields, with normalized idents (rule C-46). */
export function toRuleContent({ ident, ...input }: RuleInput): RuleContent {
  const values = new Map<string, unknown>(Object.entries(input))
  if (ident !== undefined) values.set('ident', normalizeIdent(ident))
  return Object.fromEntries(
    EDITED.flatMap(({ name, column }) => {
      const value = values.get(column)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Converts the submitted answers to the changes of the entity; absent answers are null. */
export function toAnswerChanges(input: RuleInput): AnswerChange[] {
  return (input.additional_answers_attributes ?? []).map((answer) => ({
    id: answer.id ?? undefined,
    questionId: answer.additional_question_id,
    answer: answer.answer ?? null,
  }))
}

function toChildChange({ id, _destroy, ...fields }: Element): ChildChange {
  const values: ChildChange['values'] = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && typeof value !== 'number') values[toCamelCase(name)] = value
  }
  return { id: typeof id === 'number' ? id : undefined, destroy: _destroy === true, values }
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
