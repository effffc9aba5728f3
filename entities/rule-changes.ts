import { invalid } from '../src/errors.ts'
import {
  type DocumentType,
  NOT_APPLICABLE,
  type RuleStatus,
  type Severity,
  statusesOf,
} from '../src/vocabulary.ts'
import type { Covered, RULE_FIELDS, Texts } from './requirement-fields.ts'

/** Editable fields of a requirement; absent ones stay as they are. */
export type RuleContent = { [K in Texts<typeof RULE_FIELDS>]?: string | null | undefined } & {
  status?: RuleStatus | undefined
  ruleSeverity?: Severity | undefined
}

export type Values = Record<string, string | boolean | null>

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

/** Everything one save may change (rule C-49). */
export interface RuleChanges {
  content: RuleContent
  checks?: ChildChange[]
  disaDescriptions?: ChildChange[]
  descriptions?: ChildChange[]
  answers?: AnswerChange[]
}

/** A save worked out in full, before anything is changed. */
export interface RulePlan {
  /** Sections that the save writes, changed or not (rule E-15). */
  written: Set<Covered>
  /** Sections whose values really change. */
  changed: Set<Covered>
  /** Carries the save out and answers the records it touched. */
  steps: (() => object)[]
}

/** Refuses values that no state allows: a status of the other document type, an authored NA without justification. */
export function assertStatus(
  documentType: DocumentType,
  status: RuleStatus,
  justification: string | null | undefined,
): void {
  const allowed = statusesOf(documentType)
  if (!allowed.includes(status)) {
    throw invalid('rule.status_of_type', 'status', `The status must be one of ${allowed.join(', ')}.`)
  }
  if (documentType === 'srg' && status === NOT_APPLICABLE && !justification?.trim()) {
    throw invalid(
      'rule.justification_missing',
      'status_justification',
      'A requirement that is Not Applicable needs a status justification.',
    )
  }
}
