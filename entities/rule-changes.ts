import { validationError } from '../src/errors.ts'
import {
  type DocumentType,
  NOT_APPLICABLE,
  type RuleStatus,
  type Severity,
  listAllowedStatuses,
} from '../src/vocabulary.ts'
import type { SectionOrOther, RULE_FIELDS, Texts } from './requirement-fields.ts'

/** Editable fields of a requirement; absent ones don't change. */
export type RuleContent = { [K in Texts<typeof RULE_FIELDS>]?: string | null | undefined } & {
  status?: RuleStatus | undefined
  ruleSeverity?: Severity | undefined
}

export type Values = Record<string, string | boolean | null>

/** An element of a nested list: without `id` it is added, with `id` changed, and with `destroy` removed. */
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

/** All changes that one save can make (rule C-49). */
export interface RuleChanges {
  content: RuleContent
  checks?: ChildChange[]
  disaDescriptions?: ChildChange[]
  descriptions?: ChildChange[]
  answers?: AnswerChange[]
}

/** The complete plan of a save, made before anything changes. */
export interface RulePlan {
  /** Sections in the request, whether or not a value differs (rule E-15). */
  written: Set<SectionOrOther>
  /** Sections with a value that differs. */
  changed: Set<SectionOrOther>
  /** Applies the save and returns the changed records. */
  steps: (() => object)[]
}

/** Throws 422 for a status of the other document type, or an authored NA without justification. */
export function assertStatus(
  documentType: DocumentType,
  status: RuleStatus,
  justification: string | null | undefined,
): void {
  const allowed = listAllowedStatuses(documentType)
  if (!allowed.includes(status)) {
    throw validationError('rule.status_of_type', 'status', `The status must be one of ${allowed.join(', ')}.`)
  }
  if (documentType === 'srg' && status === NOT_APPLICABLE && !justification?.trim()) {
    throw validationError(
      'rule.justification_missing',
      'status_justification',
      'A requirement that is Not Applicable needs a status justification.',
    )
  }
}
