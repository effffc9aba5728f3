import {
  acceptsComments,
  type CommentWindow,
  isFrozen,
  isTriagingActive,
} from '../../../entities/comment-window.ts'

/** Returns what a comment phase allows, in its published form (rule C-41). */
export function toPhaseGuards(window: CommentWindow) {
  return {
    accepting_new_comments: acceptsComments(window),
    triaging_active: isTriagingActive(window),
    frozen_for_writes: isFrozen(window),
  }
}
