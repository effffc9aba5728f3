import {
  acceptsComments,
  type CommentWindow,
  isFrozen,
  isTriagingActive,
} from '../../../entities/comment-window.ts'

/** What a comment phase allows, as it is published (rule C-41). */
export function phaseGuards(window: CommentWindow) {
  return {
    accepting_new_comments: acceptsComments(window),
    triaging_active: isTriagingActive(window),
    frozen_for_writes: isFrozen(window),
  }
}
