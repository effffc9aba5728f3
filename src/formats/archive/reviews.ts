import { z } from 'zod'
import { validationError } from '../../errors.ts'
import {
  REACTION_KINDS,
  REVIEW_ACTIONS,
  SECTION_KEYS,
  TERMINAL_STATUSES,
  TRIAGE_STATUSES,
  type ReviewAction,
  type TriageStatus,
} from '../../vocabulary.ts'
import { externalId, instant, optionalList, maybeNumber, storableText, formatIssue, text } from './values.ts'

/** Maximum characters of a comment, and of the text of any other step. */
export interface ReviewLimits {
  comment: number
  reviewText: number
}

const SHORT = 255
const date = z.iso
  .date({ error: 'must be a date' })
  .refine((value) => !value.startsWith('0000'), { error: 'must be a date' })
  .nullish()
  .transform((value) => value ?? null)

const Marker = z.union([
  z.object({ kind: z.literal('merge'), labels: z.array(storableText(SHORT)).max(1000) }),
  z.object({ kind: z.literal('move'), from: storableText(SHORT), reason: storableText(10_000) }),
  z.object({ kind: z.literal('redirect'), label: storableText(SHORT) }),
])

/**
 * Schema of one element of reviews.json; the members from `markers` on are an extension of this service (rule C-85).
 */
function createReviewShape(limits: ReviewLimits) {
  return z.object({
    external_id: externalId,
    rule_id: maybeNumber,
    action: text(SHORT),
    comment: text(limits.reviewText),
    user_email: text(SHORT),
    user_name: text(SHORT),
    section: text(SHORT),
    triage_status: text(SHORT).prefault('pending'),
    triage_set_by_email: text(SHORT),
    triage_set_by_name: text(SHORT),
    triage_set_at: instant,
    adjudicated_by_email: text(SHORT),
    adjudicated_by_name: text(SHORT),
    adjudicated_at: instant,
    responding_to_external_id: externalId,
    duplicate_of_external_id: externalId,
    original_rule_id: maybeNumber,
    addressed_by_rule_id: maybeNumber,
    created_at: instant,
    updated_at: instant,
    reactions: optionalList(
      z.object({ user_email: text(SHORT), kind: text(SHORT), created_at: instant }),
      10_000,
    ),
    markers: optionalList(Marker, 1000),
    withdrawn_at: instant,
    withdrawn_comment: text(limits.reviewText),
    edited_at: instant,
    assignee_email: text(SHORT),
    assignee_name: text(SHORT),
    due_on: date,
  })
}
export type ArchivedReview = z.infer<ReturnType<typeof createReviewShape>>

/** A review with its row in the file. */
export interface ReadReview {
  row: number
  review: ArchivedReview & { action: ReviewAction; comment: string }
}

export type WarningReporter = (row: number, message: string) => void

/** Creates a reader of review elements; it returns null with a warning for an invalid element. */
export function createReviewReader(
  file: string,
  limits: ReviewLimits,
  warn: WarningReporter,
): (value: unknown, row: number) => ReadReview['review'] | null {
  const shape = createReviewShape(limits)
  return (value, row) => {
    const { data, error } = shape.safeParse(value)
    if (!data) throw createRefusal(file, row, formatIssue(error))
    const action = REVIEW_ACTIONS.find((known) => known === (data.action ?? 'comment'))
    const comment = data.withdrawn_comment ?? stripPrefix(data)
    const reason = skipReason(action, data.rule_id, comment)
    if (!action || reason !== null) {
      warn(row, `${reason ?? 'has an unknown action'} and is left out`)
      return null
    }
    if (action === 'comment' && Array.from(comment).length > limits.comment) {
      throw createRefusal(file, row, `comment must have at most ${limits.comment} characters`)
    }
    return { ...readLifecycle(data, action, row, warn), action, comment }
  }
}

function skipReason(action: ReviewAction | undefined, ruleId: string | null, comment: string): string | null {
  if (!action) return 'has an unknown action'
  if (action !== 'comment' && ruleId === null) return 'is a step of no requirement'
  return comment.trim() === '' ? 'has no text' : null
}

/** Removes the markers from the comment; they are prepended for readers that do not know them. */
function stripPrefix({ comment, markers }: ArchivedReview): string {
  const prefix = markers.map(renderMarker).join('')
  const text = comment ?? ''
  return text.startsWith(prefix) ? text.slice(prefix.length) : text
}

function renderMarker(marker: z.infer<typeof Marker>): string {
  if (marker.kind === 'redirect') return `[Re: ${marker.label}] `
  if (marker.kind === 'move') return `[Moved from ${marker.from}: ${marker.reason}] `
  return `[Merged with comments on ${marker.labels.join(', ')}]\n\n`
}

const UNDECIDED = {
  triage_set_by_email: null,
  triage_set_by_name: null,
  triage_set_at: null,
  duplicate_of_external_id: null,
  addressed_by_rule_id: null,
}
const OPEN = { adjudicated_by_email: null, adjudicated_by_name: null, adjudicated_at: null }

/** Members of an undecided comment. */
export const PENDING = { ...UNDECIDED, ...OPEN, triage_status: 'pending' } as const

/** Only top-level comments have a lifecycle, and only decided ones are closed (rules ). */
function readLifecycle(
  review: ArchivedReview,
  action: ReviewAction,
  row: number,
  warn: WarningReporter,
): ArchivedReview {
  const section = SECTION_KEYS.find((key) => key === review.section) ?? null
  if (review.section !== null && section === null) warn(row, 'names an unknown section, left out')
  const withSection = { ...review, section: review.rule_id === null ? null : section }
  if (action !== 'comment' || review.responding_to_external_id !== null) {
    return resetLifecycle(withSection, row, warn)
  }
  // Comments outside a comment period, such as those of a copied component, have no status.
  if (review.triage_status === null) return { ...withSection, ...UNDECIDED, ...OPEN, withdrawn_at: null }
  const status = TRIAGE_STATUSES.find((known) => known === review.triage_status)
  if (!status) warn(row, 'has an unknown triage status and becomes pending')
  if (status && status !== 'pending') return withDecision(withSection, status)
  if (review.adjudicated_at !== null) warn(row, 'is pending and cannot be closed; it becomes open')
  return { ...withSection, ...PENDING, withdrawn_at: null }
}

function resetLifecycle(review: ArchivedReview, row: number, warn: WarningReporter): ArchivedReview {
  const hasStatus = review.triage_status !== null && review.triage_status !== 'pending'
  if (hasStatus || review.adjudicated_at !== null) {
    warn(row, 'is not a top-level comment; its status is left out')
  }
  return {
    ...review,
    ...UNDECIDED,
    ...OPEN,
    triage_status: null,
    assignee_email: null,
    assignee_name: null,
    due_on: null,
  }
}

/** A decided comment has only the target of its decision; a terminal decision closes it. */
function withDecision(review: ArchivedReview, status: TriageStatus): ArchivedReview {
  const closed = TERMINAL_STATUSES.includes(status) ? readClosedAt(review) : review.adjudicated_at
  return {
    ...review,
    ...(closed === null ? OPEN : {}),
    triage_status: status,
    adjudicated_at: closed,
    withdrawn_at: null,
    duplicate_of_external_id: status === 'duplicate' ? review.duplicate_of_external_id : null,
    addressed_by_rule_id: status === 'addressed_by' ? review.addressed_by_rule_id : null,
  }
}

/** The best available time for the end of a comment. */
function readClosedAt(review: ArchivedReview): string {
  const times = [review.adjudicated_at, review.triage_set_at, review.updated_at, review.created_at]
  return times.find((time) => time !== null) ?? new Date(0).toISOString()
}

/** Whether a value of an archive is a known kind of reaction. */
export function isReaction(kind: string | null): boolean {
  return REACTION_KINDS.some((known) => known === kind)
}

function createRefusal(file: string, row: number, problem: string) {
  return validationError('archive.invalid', 'file', `The entry ${file}, row ${row}: ${problem}.`)
}
