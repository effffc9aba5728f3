import type { Collection } from '@mikro-orm/core'
import { invalid, notFound } from '../src/errors.ts'
import type { RuleStatus, Severity } from '../src/vocabulary.ts'
import { AdditionalAnswer } from './additional-answer.ts'
import { DisaDescription } from './disa-description.ts'
import { RuleCheck } from './rule-check.ts'
import { RuleDescription } from './rule-description.ts'
import {
  CHECK_SECTIONS,
  DESCRIPTION_SECTIONS,
  DISA_SECTIONS,
  OTHER,
  RULE_SECTIONS,
  type Covered,
} from './rule-sections.ts'
import type { Rule } from './rule.ts'

type Texts<K extends string> = { [P in K]?: string | null | undefined }

/** Editable fields of a requirement; absent ones stay as they are. */
export type RuleContent = Texts<Exclude<keyof typeof RULE_SECTIONS, 'status' | 'ruleSeverity'>> & {
  status?: RuleStatus | undefined
  ruleSeverity?: Severity | undefined
}

type Values = Record<string, string | boolean | null>

/** One element of a nested list: with `id` a change, without an addition, with `destroy` a removal. */
export interface ChildChange {
  id?: number | undefined
  destroy?: boolean | undefined
  values: Values
}

export interface AnswerChange {
  id?: number | undefined
  questionId?: number | undefined
  answer: string | null
}

/** Everything one save may change (components 3.3). */
export interface RuleChanges {
  content: RuleContent
  checks?: ChildChange[]
  disaDescriptions?: ChildChange[]
  descriptions?: ChildChange[]
  answers?: AnswerChange[]
}

/** A save worked out in full, before anything is changed. */
export interface RulePlan {
  /** Sections that the save writes, changed or not (contract, decision 14). */
  written: Set<Covered>
  /** Sections whose values really change. */
  changed: Set<Covered>
  /** Carries the save out and answers the records it touched. */
  steps: (() => object)[]
}

/**
 * Works out what a save would do to a requirement whose nested lists are loaded. Throws 404 for a nested id of
 * another requirement, and 422 for values that no state allows (components 3.3).
 */
export function planEdit(rule: Rule, changes: RuleChanges): RulePlan {
  const plan: RulePlan = { written: new Set(), changed: new Set(), steps: [] }
  rule.assertContent(changes.content)
  planFields(plan, rule, changes.content, RULE_SECTIONS)
  // A requirement is never without a check and a DISA description (components 2.5).
  planList(plan, rule, rule.checks, changes.checks, CHECK_SECTIONS, RuleCheck)
  planList(plan, rule, rule.disaDescriptions, changes.disaDescriptions, DISA_SECTIONS, DisaDescription)
  planList(plan, rule, rule.descriptions, changes.descriptions, DESCRIPTION_SECTIONS, RuleDescription)
  planAnswers(plan, rule, changes.answers ?? [])
  return plan
}

function planFields(plan: RulePlan, record: object, given: object, sections: Record<string, Covered>): void {
  for (const [field, value] of Object.entries(given) as [string, Values[string] | undefined][]) {
    const section = sections[field]
    if (section === undefined || value === undefined) continue
    plan.written.add(section)
    if (valueOf(record, field) === value) continue
    plan.changed.add(section)
    plan.steps.push(() => Object.assign(record, { [field]: value }))
  }
}

function valueOf(record: object, field: string): unknown {
  return Object.entries(record).find(([name]) => name === field)?.[1] ?? null
}

interface Child {
  id: number
}

function planList<T extends Child>(
  plan: RulePlan,
  rule: Rule,
  list: Collection<T>,
  changes: ChildChange[] | undefined,
  sections: Record<string, Covered>,
  kind: new () => T,
): void {
  let left = list.length
  const removed = new Set<number>()
  for (const { id, destroy = false, values } of changes ?? []) {
    if (id === undefined) {
      if (destroy) continue
      left += 1
      markFilled(plan, values, sections)
      plan.steps.push(() => addTo(list, Object.assign(new kind(), { rule, ...values })))
      continue
    }
    const child = list.getItems().find((item) => item.id === id)
    if (!child) throw notFound()
    if (removed.has(id)) continue
    if (destroy) {
      removed.add(id)
      left -= 1
      markFilled(plan, { ...child } as unknown as Values, sections)
      plan.steps.push(() => {
        list.remove(child)
        return child
      })
    } else planFields(plan, child, values, sections)
  }
  if (left === 0 && kind !== RuleDescription) {
    plan.steps.push(() => addTo(list, Object.assign(new kind(), { rule })))
  }
}

function addTo<T extends object>(list: Collection<T>, child: T): T {
  list.add(child)
  return child
}

/** A record that comes or goes changes each section in which it says something. */
function markFilled(plan: RulePlan, values: Values, sections: Record<string, Covered>): void {
  const filled = Object.entries(sections).filter(([field]) => values[field] != null && values[field] !== '')
  const touched = filled.length > 0 ? filled : Object.entries(sections).slice(0, 1)
  for (const [, section] of touched) {
    plan.written.add(section)
    plan.changed.add(section)
  }
}

function planAnswers(plan: RulePlan, rule: Rule, changes: AnswerChange[]): void {
  for (const { id, questionId, answer } of changes) {
    const known = rule.answers
      .getItems()
      .find((item) => (id === undefined ? item.additionalQuestionId === questionId : item.id === id))
    if (id !== undefined && !known) throw notFound()
    plan.written.add(OTHER)
    if (known) {
      if ((known.answer ?? null) === answer) continue
      plan.steps.push(() => Object.assign(known, { answer }))
    } else {
      if (questionId === undefined) {
        throw invalid('validation', 'additional_answers_attributes', 'A new answer needs its question.')
      }
      const made = Object.assign(new AdditionalAnswer(), { rule, additionalQuestionId: questionId, answer })
      plan.steps.push(() => addTo(rule.answers, made))
    }
    plan.changed.add(OTHER)
  }
}
