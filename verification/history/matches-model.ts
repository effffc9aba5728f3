import type { Body } from '../../test/support/rest.ts'
import type { Comment, Span } from './component-state.ts'

/** Whether a time of an answer, which has no fractional seconds, lies within a span. */
function isWithin(time: string | null, span: Span | null): boolean {
  if (time === null || span === null) return time === null && span === null
  const timestamp = Date.parse(time.replace(' UTC', 'Z').replace(' ', 'T'))
  return timestamp >= Math.floor(span[0] / 1000) * 1000 && timestamp <= span[1]
}

/** Whether a comment in an answer matches the model. */
export function matchesComment(view: Body, comment: Comment): boolean {
  return (
    view?.id === comment.id &&
    view.lock_version === comment.version &&
    view.triage_status === comment.status &&
    view.triage_set_by_id === comment.setBy &&
    view.adjudicated_by_id === comment.closedBy &&
    view.duplicate_of_review_id === comment.canonical &&
    view.addressed_by_rule_id === comment.addressed &&
    String(view.comment).endsWith(comment.text) &&
    isWithin(view.triage_set_at, comment.setAt) &&
    isWithin(view.adjudicated_at, comment.closedAt)
  )
}

export const matchesComments = (views: Body, comments: readonly Comment[]): boolean =>
  Array.isArray(views) &&
  views.length === comments.length &&
  comments.every((comment) => views.some((view) => matchesComment(view, comment)))
