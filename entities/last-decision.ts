import { DomainError } from '../src/errors.ts'
import type { TriageStatus } from '../src/vocabulary.ts'
import { isUndoable, toUndoDeadline } from './undo-window.ts'

/** Columns of a comment that is not closed. */
export const OPEN = {
  adjudicatedAt: null,
  adjudicatedById: null,
  adjudicatedByImportedName: null,
  adjudicatedByImportedEmail: null,
} as const

/** Columns of a comment without a decision. */
export const UNDECIDED = {
  ...OPEN,
  triageStatus: 'pending',
  triageSetById: null,
  triageSetAt: null,
  triageSetByImportedName: null,
  triageSetByImportedEmail: null,
  duplicateOfReviewId: null,
  addressedByRuleId: null,
} as const

type Names = 'triageSetByImportedName' | 'triageSetByImportedEmail'
type ClosingNames = 'adjudicatedByImportedName' | 'adjudicatedByImportedEmail'
type Ids = 'triageSetById' | 'adjudicatedById' | 'duplicateOfReviewId' | 'addressedByRuleId'

/** Columns of a comment that a decision changes. */
export type DecisionColumns = { [K in Names | ClosingNames]?: string | null | undefined } & {
  [K in Ids]?: number | null | undefined
} & { [K in 'triageSetAt' | 'adjudicatedAt']?: Date | null | undefined } & {
  triageStatus?: TriageStatus | null | undefined
}

/** The stored state of a decision, with times as text. */
export type DecisionState = { [K in Names | ClosingNames]: string | null } & {
  [K in Ids]: number | null
} & { triageSetAt: string | null; adjudicatedAt: string | null; triageStatus: TriageStatus | null }

/**
 * A group of decisions that are undone together: its id and size. In a merge, `merge` is the role of the
 * comment: the survivor gets a marker, the others a new status or canonical.
 */
export interface Batch {
  id: string
  size: number
  merge?: 'survivor' | 'other'
}

/**
 * Who decides and when, whether it closes the comment, and the batch. `lastSeenReplyId` is the highest id of a reply
 * before the decision: times are ambiguous, because requests can overlap.
 */
export interface DecisionMetadata {
  userId: number
  now: Date
  lastSeenReplyId?: number
  responded?: boolean
  close?: boolean | undefined
  batch?: Batch | null
}

/** The last decision on a comment that is unchanged since, and the state before it. */
export interface LastDecision {
  by: number
  at: string
  /** The highest id of a reply before the decision. */
  lastSeenReplyId?: number
  /** Whether the decision had a response: the first reply after `lastSeenReplyId`. */
  responded?: boolean
  batch: Batch | null
  before: DecisionState
}

/** Returns the decision columns of a comment in the stored form, with times as ISO 8601 text. */
export function toDecisionState(review: DecisionColumns): DecisionState {
  return {
    triageStatus: review.triageStatus ?? null,
    triageSetById: review.triageSetById ?? null,
    triageSetAt: review.triageSetAt?.toISOString() ?? null,
    triageSetByImportedName: review.triageSetByImportedName ?? null,
    triageSetByImportedEmail: review.triageSetByImportedEmail ?? null,
    adjudicatedAt: review.adjudicatedAt?.toISOString() ?? null,
    adjudicatedById: review.adjudicatedById ?? null,
    adjudicatedByImportedName: review.adjudicatedByImportedName ?? null,
    adjudicatedByImportedEmail: review.adjudicatedByImportedEmail ?? null,
    duplicateOfReviewId: review.duplicateOfReviewId ?? null,
    addressedByRuleId: review.addressedByRuleId ?? null,
  }
}

/** Converts a stored decision state to the columns of a comment; the inverse of `toDecisionState`. */
export function toDecisionColumns(state: DecisionState): DecisionColumns {
  const time = (text: string | null) => (text === null ? null : new Date(text))
  return { ...state, triageSetAt: time(state.triageSetAt), adjudicatedAt: time(state.adjudicatedAt) }
}

/**
 * Throws 409 unless this user took the decision, the undo window is open, and the comment is unchanged since.
 */
export function assertUndoable(last: LastDecision | null, userId: number, now: Date): LastDecision {
  if (last?.by === userId && isUndoable(new Date(last.at), now)) return last
  throw new DomainError(
    'conflict',
    'review.nothing_to_undo',
    'You have no decision from the last ten minutes to undo, or the comment has changed since.',
  )
}

/** The end of the undo window; null without a decision. */
export function findUndoDeadline(last: LastDecision | null): Date | null {
  return last && toUndoDeadline(new Date(last.at))
}

/** Creates the 409 for a decision that can't be undone because of a later change. */
export function createOvertakenError(message: string): Error {
  return new DomainError('conflict', 'review.decision_overtaken', message)
}
