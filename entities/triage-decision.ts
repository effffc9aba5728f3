import { type DomainError, stateError, validationError } from '../src/errors.ts'
import {
  TERMINAL_STATUSES,
  type CommentableType,
  type Decision,
  type SectionKey,
  type TriageStatus,
} from '../src/vocabulary.ts'

/** The input of a triage decision (rule R-18). */
export interface TriageRequest {
  status: TriageStatus
  response?: string | null | undefined
  duplicateOfReviewId?: number | null | undefined
  addressedByRuleId?: number | null | undefined
  /** Whether to close the comment in the same write. */
  close?: boolean | undefined
}

/** The columns of a comment that decisions depend on. */
export interface DecidedComment {
  id: number
  componentId: number
  triageStatus?: TriageStatus | null | undefined
  isTopLevel: () => boolean
}

/** A requirement as the target of `addressed_by`. */
export interface AddressingRule {
  id: number
  componentId: number
}

/** The records that a decision points at; null if there is none that the caller can see. */
export interface TriageTargets {
  duplicateOf: DecidedComment | null
  /** Whether other comments are duplicates of this one. */
  hasDuplicates: boolean
  addressedBy: AddressingRule | null
}

export const NO_TARGETS: TriageTargets = { duplicateOf: null, hasDuplicates: false, addressedBy: null }

/** Whether a status closes the comment in the same write. */
export function isTerminal(status: TriageStatus): boolean {
  return TERMINAL_STATUSES.includes(status)
}

function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === ''
}

/**
 * Validates the submitted values without other records: rejects `pending`, and a status without its response or target
 * (rule R-18).
 */
export function toDecision(request: TriageRequest): Decision {
  const { status } = request
  if (status === 'pending') {
    throw validationError('review.pending_is_no_decision', 'triage_status', 'Pending is not a decision.')
  }
  if (status === 'non_concur' && isBlank(request.response)) {
    throw validationError('review.response_required', 'response_comment', 'A decline needs a response.')
  }
  if (status === 'duplicate' && !request.duplicateOfReviewId) {
    throw validationError(
      'review.duplicate_of_required',
      'duplicate_of_review_id',
      'Choose the canonical comment.',
    )
  }
  if (status === 'addressed_by' && !request.addressedByRuleId) {
    throw validationError('review.addressed_by_required', 'addressed_by_rule_id', 'Choose a requirement.')
  }
  return status
}

/** Throws 422 if a decision can't point at the target (rules ). */
export function assertTargets(review: DecidedComment, decision: Decision, targets: TriageTargets): void {
  const problem = findTargetProblem(review, decision, targets)
  if (problem !== null) throw problem
}

/**
 * The error of an invalid target: itself, another component, not top-level, or a chain of duplicates in
 * either direction (rules ). Null if the target is valid.
 */
export function findTargetProblem(
  review: DecidedComment,
  decision: TriageStatus,
  targets: TriageTargets,
): DomainError | null {
  if (decision === 'duplicate') return findCanonicalProblem(review, targets)
  if (decision !== 'addressed_by' || targets.addressedBy?.componentId === review.componentId) return null
  return validationError(
    'review.addressed_by_elsewhere',
    'addressed_by_rule_id',
    'The requirement must be in the same component.',
  )
}

function findCanonicalProblem(
  review: DecidedComment,
  { duplicateOf, hasDuplicates }: TriageTargets,
): DomainError | null {
  const refuse = (reason: string, message: string) =>
    validationError(reason, 'duplicate_of_review_id', message)
  if (duplicateOf?.id === review.id) {
    return refuse('review.duplicate_of_itself', 'A comment cannot be a duplicate of itself.')
  }
  if (!duplicateOf || duplicateOf.componentId !== review.componentId || !duplicateOf.isTopLevel()) {
    return refuse('review.duplicate_elsewhere', 'The canonical comment must be on the same component.')
  }
  if (duplicateOf.triageStatus === 'duplicate') {
    return refuse('review.duplicate_chain', 'The canonical comment is itself a duplicate.')
  }
  if (hasDuplicates) return refuse('review.duplicate_chain', 'Other comments are duplicates of this one.')
  return null
}

/** Creates the 422 warning for a decision on a closed comment. */
export function closedError(): Error {
  return stateError('review.already_closed', 'This comment is already closed.', 'warning')
}

/** The project, component and requirement of a comment, which its replies share. */
interface CommentLocation {
  id: number
  projectId: number
  componentId: number
  ruleId?: number | null | undefined
  commentableType: CommentableType
  section?: SectionKey | null | undefined
}

/** Returns the columns of a staff response to a comment (rule R-31). */
export function toResponse(review: CommentLocation, text: string, userId: number, now: Date) {
  return {
    projectId: review.projectId,
    componentId: review.componentId,
    ruleId: review.ruleId ?? null,
    commentableType: review.commentableType,
    userId,
    action: 'comment' as const,
    comment: text,
    section: review.section ?? null,
    respondingToReviewId: review.id,
    createdAt: now,
  }
}
