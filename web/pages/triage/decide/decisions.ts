import type { Decision } from '../../../../src/vocabulary.ts'
import { TERMINAL_STATUSES } from '../../../../src/vocabulary.ts'
import type { Action } from '../../../app/keys.ts'
import type { Hue } from '../../../kit/chip.tsx'
import type { IconName } from '../../../kit/icon.tsx'
import { t } from '../../../languages/t.ts'
import { DISPOSITIONS } from '../../components/decision-labels.ts'

/** The input that a decision needs. */
export type RequiredInput = 'response' | 'comment' | 'requirement' | null

/** One of the seven decisions, in the order of their keys. */
export interface Choice {
  action: Extract<Action, `decide${number}`>
  status: Exclude<Decision, 'withdrawn'>
  /** The label as a command. */
  label: string
  /** The label after the decision. */
  done: string
  icon: IconName
  hue: Hue
  requiredInput: RequiredInput
  /** Whether a response is required. */
  requiresResponse: boolean
}

function createChoice(
  action: Choice['action'],
  status: Choice['status'],
  label: string,
  requiredInput: RequiredInput,
  requiresResponse = false,
): Choice {
  const { label: done, icon, hue } = DISPOSITIONS[status]
  return { action, status, label, done, icon, hue, requiredInput, requiresResponse }
}

export const CHOICES: readonly [Choice, ...Choice[]] = [
  createChoice('decide1', 'concur', t('Accept'), null),
  createChoice('decide2', 'concur_with_comment', t('With changes'), 'response'),
  createChoice('decide3', 'non_concur', t('Decline'), 'response', true),
  createChoice('decide4', 'needs_clarification', t('Clarify'), 'response'),
  createChoice('decide5', 'duplicate', t('Duplicate'), 'comment'),
  createChoice('decide6', 'addressed_by', t('Addressed by'), 'requirement'),
  createChoice('decide7', 'informational', t('Informational'), null),
]

/** Returns the decision with this status; undefined if there is none. */
export function findChoice(status: string | null): Choice | undefined {
  return CHOICES.find((item) => item.status === status)
}

/** Whether a decision always closes the comment in the same step. */
export function closesComment(status: Choice['status']): boolean {
  return TERMINAL_STATUSES.includes(status)
}

/** A decision with all of its input. */
export interface Verdict {
  choice: Choice
  /** Close the comment too, if the decision alone does not. */
  close: boolean
  response: string
  duplicateOf: number | null
  addressedBy: { id: number; name: string } | null
}

/** Creates a decision; input that is not given is empty. */
export function createVerdict(choice: Choice, more: Partial<Omit<Verdict, 'choice'>> = {}): Verdict {
  return { choice, close: false, response: '', duplicateOf: null, addressedBy: null, ...more }
}

/** Converts a decision to the service's input. */
export function toDecisionInput({ choice, close, response, duplicateOf, addressedBy }: Verdict) {
  return {
    triage_status: choice.status,
    ...(close && !closesComment(choice.status) ? { close: true } : {}),
    ...(response.trim() === '' ? {} : { response_comment: response }),
    ...(duplicateOf === null ? {} : { duplicate_of_review_id: duplicateOf }),
    ...(addressedBy === null ? {} : { addressed_by_rule_id: addressedBy.id }),
  }
}
