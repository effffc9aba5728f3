import { day, momentOf } from '../../api/time.ts'
import type { Summary } from '../components/phase.ts'

/** Whether comments are taken, until when, and else why not: said before anyone types a word. */
export function CommentWindow({ component }: { component: Summary }) {
  return <span role="note">{commentWindowLabel(component, new Date())}</span>
}

export function commentWindowLabel(component: Summary, now: Date): string {
  const {
    accepting_new_comments: open,
    closed_reason: reason,
    comment_period_days_remaining: days,
  } = component
  const end = momentOf(component.comment_period_ends_at)
  if (component.effective_permissions === null) return 'Only members of the project can comment.'
  if (open && days !== null) return `Open for comment: ${days} ${days === 1 ? 'day' : 'days'} left`
  if (open) return 'Open for comment'
  const closed = end && end < now ? `Comments closed on ${day(end, now)}` : 'Comments are closed'
  if (reason === 'adjudicating') return `${closed}: being decided on. Replies are still taken.`
  if (reason === 'finalized') return `${closed}: everything is decided and final.`
  return `${closed}: the comment period has not begun.`
}
