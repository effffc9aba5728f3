import type { Collection } from '@mikro-orm/core'
import { validationError, notFoundError } from '../src/errors.ts'
import type { AnswerChange, ChildChange, RuleChanges, RulePlan, Values } from './rule-changes.ts'
import {
  CHECK_SECTIONS,
  DESCRIPTION_SECTIONS,
  DISA_SECTIONS,
  OTHER,
  RULE_SECTIONS,
  type SectionOrOther,
} from './rule-sections.ts'
import { AdditionalAnswer, DisaDescription, type Rule, RuleCheck, RuleDescription } from './rule.ts'

/**
 * Plans a save of a requirement whose nested lists are loaded, without changing anything. Throws 404 for a
 * nested id of another requirement, and 422 for invalid values (rule C-49).
 */
export function planEdit(rule: Rule, changes: RuleChanges): RulePlan {
  const plan: RulePlan = { written: new Set(), changed: new Set(), steps: [] }
  rule.assertContent(changes.content)
  planFields(plan, rule, changes.content, RULE_SECTIONS)
  // A requirement always has a check and a DISA description (rule C-45).
  planList(plan, rule, rule.checks, changes.checks, CHECK_SECTIONS, RuleCheck)
  planList(plan, rule, rule.disaDescriptions, changes.disaDescriptions, DISA_SECTIONS, DisaDescription)
  planList(plan, rule, rule.descriptions, changes.descriptions, DESCRIPTION_SECTIONS, RuleDescription)
  planAnswers(plan, rule, changes.answers ?? [])
  return plan
}

function planFields(
  plan: RulePlan,
  record: object,
  values: object,
  sections: Record<string, SectionOrOther>,
): void {
  for (const [field, value] of Object.entries(values) as [string, Values[string] | undefined][]) {
    const section = sections[field]
    if (section === undefined || value === undefined) continue
    plan.written.add(section)
    if (getValue(record, field) === value) continue
    plan.changed.add(section)
    plan.steps.push(() => setValue(record, field, value))
  }
}

function getValue(record: object, field: string): unknown {
  return Object.entries(record).find(([name]) => name === field)?.[1] ?? null
}

interface Child {
  id: number
  rule: Rule
}

/** Maximum number of elements in a nested list; longer existing lists can't grow. */
const MAX_ELEMENTS = 100
/** JSON names of the nested lists. */
const FIELDS = new Map<new () => Child, string>([
  [RuleCheck, 'checks_attributes'],
  [DisaDescription, 'disa_rule_descriptions_attributes'],
  [RuleDescription, 'rule_descriptions_attributes'],
])

function planList<T extends Child>(
  plan: RulePlan,
  rule: Rule,
  list: Collection<T>,
  changes: ChildChange[] | undefined,
  sections: Record<string, SectionOrOther>,
  kind: new () => T,
): void {
  let remaining = list.length
  const maxElements = Math.max(remaining, MAX_ELEMENTS)
  const removed = new Set<number>()
  for (const { id, destroy = false, values } of changes ?? []) {
    if (id === undefined) {
      if (destroy) continue
      remaining += 1
      markFilled(plan, values, sections)
      plan.steps.push(() => addTo(list, fillPart(rule, new kind(), values)))
      continue
    }
    const child = list.getItems().find((item) => item.id === id)
    if (!child) throw notFoundError()
    if (removed.has(id)) continue
    if (destroy) {
      removed.add(id)
      remaining -= 1
      markFilled(plan, { ...child } as unknown as Values, sections)
      plan.steps.push(() => {
        list.remove(child)
        return child
      })
    } else planFields(plan, child, values, sections)
  }
  if (remaining > maxElements) {
    throw validationError('validation', FIELDS.get(kind) ?? '', `may have at most ${MAX_ELEMENTS} entries.`)
  }
  if (remaining === 0 && kind !== RuleDescription) {
    plan.steps.push(() => addTo(list, fillPart(rule, new kind(), {})))
  }
}

/** Assigns the requirement and the values to a part; keys are property names of its field table. */
function fillPart<T extends Child>(rule: Rule, part: T, values: Values): T {
  part.rule = rule
  for (const [field, value] of Object.entries(values)) setValue(part, field, value)
  return part
}

function setValue<T extends object>(record: T, field: string, value: Values[string]): T {
  Reflect.set(record, field, value)
  return record
}

function addTo<T extends object>(list: Collection<T>, child: T): T {
  list.add(child)
  return child
}

/** Marks each section in which an added or removed record has a value as changed. */
function markFilled(plan: RulePlan, values: Values, sections: Record<string, SectionOrOther>): void {
  const filled = Object.entries(sections).filter(([field]) => values[field] != null && values[field] !== '')
  const touched = filled.length > 0 ? filled : Object.entries(sections).slice(0, 1)
  for (const [, section] of touched) {
    plan.written.add(section)
    plan.changed.add(section)
  }
}

function planAnswers(plan: RulePlan, rule: Rule, changes: AnswerChange[]): void {
  for (const { id, questionId, answer } of changes) {
    const existing = rule.answers
      .getItems()
      .find((item) => (id === undefined ? item.additionalQuestionId === questionId : item.id === id))
    if (id !== undefined && !existing) throw notFoundError()
    plan.written.add(OTHER)
    if (existing) {
      if ((existing.answer ?? null) === answer) continue
      plan.steps.push(() => {
        existing.answer = answer
        return existing
      })
    } else {
      if (questionId === undefined) {
        throw validationError(
          'validation',
          'additional_answers_attributes',
          'A new answer needs its question.',
        )
      }
      plan.steps.push(() => {
        const newAnswer = fillPart(rule, new AdditionalAnswer(), {})
        newAnswer.additionalQuestionId = questionId
        newAnswer.answer = answer
        return addTo(rule.answers, newAnswer)
      })
    }
    plan.changed.add(OTHER)
  }
}
