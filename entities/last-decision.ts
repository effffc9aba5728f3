import { DomainError } from '../src/errors.ts'
import type { TriageStatus } from '../src/vocabulary.ts'
import { isUndoable, undoableUntil } from './undo-window.ts'

/** No one has closed it. */
export const OPEN = {
  adjudicatedAt: null,
  adjudicatedById: null,
  adjudicatedByImportedName: null,
  adjudicatedByImportedEmail: null,
} as const

/** No one has decided on it. */
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

/** What a decision changes of a comment. */
export type Decided = { [K in Names | ClosingNames]?: string | null | undefined } & {
  [K in Ids]?: number | null | undefined
} & { [K in 'triageSetAt' | 'adjudicatedAt']?: Date | null | undefined } & {
  triageStatus?: TriageStatus | null | undefined
}

/** The state of a decision as stored, with times as text. */
export type DecisionState = { [K in Names | ClosingNames]: string | null } & {
  [K in Ids]: number | null
} & { triageSetAt: string | null; adjudicatedAt: string | null; triageStatus: TriageStatus | null }

/**
 * What decisions that were taken together share: an id, and how many they are. In a merge also which part a comment
 * has: the survivor got a marker, the others a new status or original; they are taken back all or none.
 */
export interface Batch {
  id: string
  size: number
  merge?: 'survivor' | 'other'
}

/**
 * Who takes a decision, when, whether it closes the comment too, and which others it is taken with. Times are those of
 * the requests, which wait for each other: what was said before it are the replies up to the id `heard`.
 */
export interface DecisionMetadata {
  by: number
  at: Date
  heard?: number
  responded?: boolean
  close?: boolean | undefined
  batch?: Batch | null
}

/** The latest decision on a comment that nothing has changed since, with what was before it. */
export interface LastDecision {
  by: number
  at: string
  /** The highest id of a reply that was there before; rows older than this member have none. */
  heard?: number
  /** Whether a response came with it: the first reply after that. */
  responded?: boolean
  batch: Batch | null
  before: DecisionState
}

export function decisionState(review: Decided): DecisionState {
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

export function decidedAs(state: DecisionState): Decided {
  const time = (text: string | null) => (text === null ? null : new Date(text))
  return { ...state, triageSetAt: time(state.triageSetAt), adjudicatedAt: time(state.adjudicatedAt) }
}

/** Throws 409 unless the decision is this person's own, recent, and the latest change of its comment. */
export function assertUndoable(last: LastDecision | null, by: number, now: Date): LastDecision {
  if (last?.by === by && isUndoable(new Date(last.at), now)) return last
  throw new DomainError(
    'conflict',
    'review.nothing_to_undo',
    'There is no decision of yours of the last ten minutes, without a change since, to take back.',
  )
}

/** Until when its maker may take a decision back; null where there is none. */
export function decisionUndoableUntil(last: LastDecision | null): Date | null {
  return last && undoableUntil(new Date(last.at))
}

/** Something stands in the way of taking a decision back. */
export function overtaken(message: string): Error {
  return new DomainError('conflict', 'review.decision_overtaken', message)
}
