import { formatDay, parseTimestamp } from '../../api/time.ts'
import { formatNumber, t } from '../../languages/t.ts'
import type { Summary } from '../components/phase.ts'

/** Shows whether comments are open, until when, and otherwise why not. */
export function CommentWindow({ component }: { component: Summary }) {
  return <span role="note">{formatCommentWindow(component, new Date())}</span>
}

/** Describes whether a component accepts comments, until when, and otherwise why not. */
export function formatCommentWindow(component: Summary, now: Date): string {
  const {
    accepting_new_comments: open,
    closed_reason: reason,
    comment_period_days_remaining: days,
  } = component
  const end = parseTimestamp(component.comment_period_ends_at)
  if (component.effective_permissions === null) return t('Only members of the project can comment.')
  if (open && days !== null) {
    return t(
      { count: days, one: 'Open for comment: {days} day left', other: 'Open for comment: {days} days left' },
      { days: formatNumber(days) },
    )
  }
  if (open) return t('Open for comment')
  const closed =
    end && end < now ? t('Comments closed on {day}', { day: formatDay(end, now) }) : t('Comments are closed')
  if (reason === 'adjudicating') {
    return t('{closed}: comments are being adjudicated. Replies are still possible.', { closed })
  }
  if (reason === 'finalized') return t('{closed}: everything is decided and final.', { closed })
  return component.released
    ? t('{closed}: the component is released.', { closed })
    : t('{closed}: the comment period has not started.', { closed })
}
