import { illegal } from '../src/errors.ts'
import type { ClosedReason, CommentPhase } from '../src/vocabulary.ts'

/** A component's comment phase and why it is closed. */
export interface CommentWindow {
  comment_phase: CommentPhase
  closed_reason: ClosedReason | null
}

/** New top-level comments and reactions are taken (rule R-14). */
export function acceptsComments(window: CommentWindow): boolean {
  return window.comment_phase === 'open'
}

/** Replies are taken: also while the comments are being adjudicated (rules ). */
export function acceptsReplies(window: CommentWindow): boolean {
  return acceptsComments(window) || window.closed_reason === 'adjudicating'
}

/** The published `triaging_active`; staff writes are refused by `isFrozen` alone (rule R-14). */
export function isTriagingActive(window: CommentWindow): boolean {
  return acceptsReplies(window)
}

/** Nothing but the four overrides of administrators is written (rule R-14). */
export function isFrozen(window: CommentWindow): boolean {
  return window.comment_phase === 'closed' && window.closed_reason === 'finalized'
}

/** Refuses staff writes and own edits once the component's comments are final. */
export function assertNotFrozen(window: CommentWindow): void {
  if (isFrozen(window)) throw illegal('comment.frozen', 'The comments of this component are final.')
}

/** Refuses a comment (or, with `reply`, an answer) outside the component's window. */
export function assertTakesComment(window: CommentWindow, reply: boolean): void {
  if (reply ? acceptsReplies(window) : acceptsComments(window)) return
  throw windowClosed()
}

export function windowClosed(): Error {
  return illegal('comment.window_closed', 'This component takes no comments at the moment.')
}

/** Refuses reactions outside the open phase, saying which phase it is (rule R-12). */
export function assertTakesReaction(window: CommentWindow): void {
  if (acceptsComments(window)) return
  if (isFrozen(window)) throw illegal('reaction.final', 'The comments of this component are final.')
  if (window.closed_reason === 'adjudicating') {
    throw illegal('reaction.adjudicating', 'The comments of this component are being adjudicated.')
  }
  throw illegal('reaction.closed', 'This component takes no reactions at the moment.')
}
