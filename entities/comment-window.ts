import { stateError } from '../src/errors.ts'
import type { ClosedReason, CommentPhase } from '../src/vocabulary.ts'

/** A component's comment phase and why it is closed. */
export interface CommentWindow {
  comment_phase: CommentPhase
  closed_reason: ClosedReason | null
}

/** Whether new top-level comments and reactions are accepted (rule R-14). */
export function acceptsComments(window: CommentWindow): boolean {
  return window.comment_phase === 'open'
}

/** Whether replies are accepted, which is also true while comments are adjudicated (rules ). */
export function acceptsReplies(window: CommentWindow): boolean {
  return acceptsComments(window) || window.closed_reason === 'adjudicating'
}

/** The published `triaging_active`; only `isFrozen` decides whether staff can write (rule R-14). */
export function isTriagingActive(window: CommentWindow): boolean {
  return acceptsReplies(window)
}

/** Whether only the four administrator overrides can write (rule R-14). */
export function isFrozen(window: CommentWindow): boolean {
  return window.comment_phase === 'closed' && window.closed_reason === 'finalized'
}

/** Throws 422 for staff writes and own edits once the component's comments are final. */
export function assertNotFrozen(window: CommentWindow): void {
  if (isFrozen(window)) throw stateError('comment.frozen', 'The comments of this component are final.')
}

/** Throws 422 for a comment, or for a reply if `reply`, that the component's window does not accept. */
export function assertAcceptsComment(window: CommentWindow, reply: boolean): void {
  if (reply ? acceptsReplies(window) : acceptsComments(window)) return
  throw createWindowClosedError()
}

/** Creates the 422 for a component that accepts no comments. */
export function createWindowClosedError(): Error {
  return stateError('comment.window_closed', 'This component is not open for comments.')
}

/** Throws 422 for reactions outside the open phase; the message names the phase (rule R-12). */
export function assertAcceptsReaction(window: CommentWindow): void {
  if (acceptsComments(window)) return
  if (isFrozen(window)) throw stateError('reaction.final', 'The comments of this component are final.')
  if (window.closed_reason === 'adjudicating') {
    throw stateError('reaction.adjudicating', 'The comments of this component are being adjudicated.')
  }
  throw stateError('reaction.closed', 'This component is not open for reactions.')
}
