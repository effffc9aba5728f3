import { roleAtLeast, type Role } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import type { Hue } from '../../kit/chip.tsx'
import type { IconName } from '../../kit/icon.tsx'
import { formatCount, t, verb } from '../../languages/t.ts'

export type Summary = Outputs['components']['summary']
export type Workflow = Outputs['components']['workflowState']

/** The label and icon of each phase. */
export interface Phase {
  label: string
  hue: Hue
  icon: IconName
}

type Window = Pick<Summary, 'released' | 'comment_phase' | 'closed_reason'>

const RELEASED: Phase = { label: t('Released'), hue: 'blue', icon: 'lock' }

/** Returns the phase of a component; a release takes precedence. */
export function toPhase(window: Window): Phase {
  return window.released ? RELEASED : toCommentPhase(window)
}

/** Returns the phase of a component's comment window, which an admin can still change after the release. */
export function toCommentPhase({ released, comment_phase, closed_reason }: Window): Phase {
  if (comment_phase === 'open') return { label: t('Open for comment'), hue: 'teal', icon: 'reply' }
  if (closed_reason === 'adjudicating') return { label: t('Adjudicating'), hue: 'amber', icon: 'clock' }
  if (closed_reason === 'finalized') return { label: t('Finalized'), hue: 'grey', icon: 'lock' }
  return released ? RELEASED : { label: t('Draft'), hue: 'grey', icon: 'pen' }
}

/** Formats "V1R2"; empty without a number. */
export function formatRevision({
  version,
  release,
}: {
  version: number | null
  release: number | null
}): string | null {
  return version === null ? null : `V${version}R${release ?? 0}`
}

/** The next step of a component, and its page. */
export interface Step {
  label: string
  page: '' | '/edit' | '/comments' | '/triage' | '/readiness' | '/copy'
}

/** Returns the next step that the reader's role allows, in workflow order: author, comment, decide, lock, release. */
export function findNextStep(summary: Summary, workflow: Workflow): Step {
  const { effective_permissions: role } = summary
  if (!roleAtLeast(role, 'author')) {
    if (summary.released || !summary.accepting_new_comments) return { label: t('Read'), page: '/comments' }
    return { label: t('Comment'), page: '/comments' }
  }
  if (summary.released) {
    return role === 'admin'
      ? { label: t('New version'), page: '/copy' }
      : { label: t('Read'), page: '/comments' }
  }
  return findCommentStep(summary, workflow) ?? findDocumentStep(role, workflow)
}

/** Returns the next step for the comments while they are collected and decided. */
function findCommentStep(summary: Summary, { triage }: Workflow): Step | null {
  const { comment_period_days_remaining: days, comment_phase, closed_reason } = summary
  if (comment_phase === 'open' && days !== null) {
    return {
      label:
        days > 0 ? t('{days} of commenting left', { days: formatCount(days, 'day') }) : formatOverdue(days),
      page: '',
    }
  }
  if (closed_reason !== 'adjudicating') return null
  if (triage.pending > 0) {
    return {
      label: t('Decide {comments}', { comments: formatCount(triage.pending, 'comment') }),
      page: '/triage',
    }
  }
  if (triage.awaiting_adjudication === 0) {
    const isAdmin = summary.effective_permissions === 'admin'
    return isAdmin ? { label: t('Finalize the comments'), page: '' } : null
  }
  return {
    label: t('Close {decidedComments}', {
      decidedComments: formatCount(triage.awaiting_adjudication, 'decided comment'),
    }),
    page: '/triage',
  }
}

/** Returns the next step of writing, reviewing, locking or releasing; only project admins lock and release. */
function findDocumentStep(
  role: Role | null,
  { authoring, locks, reviews, export: exportState }: Workflow,
): Step {
  const undetermined = authoring.rules_total - authoring.rules_determined
  if (undetermined > 0) {
    return {
      label: t('Determine {requirements}', { requirements: formatCount(undetermined, 'requirement') }),
      page: '/edit',
    }
  }
  if (reviews.under_review > 0) {
    return {
      label: t('{requirements} under review', {
        requirements: formatCount(reviews.under_review, 'requirement'),
      }),
      page: '/readiness',
    }
  }
  const open = locks.total - locks.locked
  if (open > 0) {
    return role === 'admin'
      ? {
          label: t('Lock {requirements}', { requirements: formatCount(open, 'requirement') }),
          page: '/readiness',
        }
      : {
          label: t('{requirements} not locked', { requirements: formatCount(open, 'requirement') }),
          page: '/readiness',
        }
  }
  if (!exportState.releasable) return { label: t('Add requirements'), page: '/edit' }
  return { label: role === 'admin' ? verb('Release') : t('Ready to release'), page: '/readiness' }
}

function formatOverdue(days: number): string {
  return days === 0 ? t('Commenting ends today') : t('The comment period has ended')
}
