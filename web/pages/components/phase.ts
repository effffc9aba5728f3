import { roleAtLeast, type Role } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import type { Hue } from '../../kit/chip.tsx'
import type { IconName } from '../../kit/icon.tsx'

export type Summary = Outputs['components']['summary']
export type Workflow = Outputs['components']['workflowState']

/** Where a component stands, as its chip says it. */
export interface Phase {
  words: string
  hue: Hue
  icon: IconName
}

type Window = Pick<Summary, 'released' | 'comment_phase' | 'closed_reason'>

/** The phase of a component; what is released is that before anything else. */
export function phaseOf({ released, ...window }: Window): Phase {
  return released ? { words: 'Released', hue: 'blue', icon: 'lock' } : windowOf(window)
}

/** What the comment window of a component is, whether it is released or not. */
export function windowOf({ comment_phase, closed_reason }: Omit<Window, 'released'>): Phase {
  if (comment_phase === 'open') return { words: 'Open for comment', hue: 'teal', icon: 'reply' }
  if (closed_reason === 'adjudicating') return { words: 'Adjudicating', hue: 'amber', icon: 'clock' }
  if (closed_reason === 'finalized') return { words: 'Finalized', hue: 'grey', icon: 'lock' }
  return { words: 'Draft', hue: 'grey', icon: 'pen' }
}

/** "V1R2"; nothing where a component has no number yet. */
export function revisionOf({
  version,
  release,
}: {
  version: number | null
  release: number | null
}): string | null {
  return version === null ? null : `V${version}R${release ?? 0}`
}

/** What happens next in a component, and on which of its pages. */
export interface Step {
  words: string
  page: '' | '/edit' | '/comments' | '/triage' | '/readiness' | '/copy'
}

/**
 * The one next step that the role of the reader allows, in the order in which a document is made: author, comment,
 * decide, lock, release.
 */
export function nextStep(summary: Summary, workflow: Workflow): Step {
  const { effective_permissions: role } = summary
  if (!roleAtLeast(role, 'author')) {
    if (summary.released || !summary.accepting_new_comments) return { words: 'Read', page: '/comments' }
    return { words: 'Comment', page: '/comments' }
  }
  if (summary.released) {
    return role === 'admin' ? { words: 'New version', page: '/copy' } : { words: 'Read', page: '/comments' }
  }
  return commentStep(summary, workflow) ?? documentStep(role, workflow)
}

/** What the comments ask for while they are collected and decided. */
function commentStep(summary: Summary, { triage }: Workflow): Step | null {
  const { comment_period_days_remaining: days, comment_phase, closed_reason } = summary
  if (comment_phase === 'open' && days !== null) {
    return { words: days > 0 ? `${counted(days, 'day')} of commenting left` : overdueLabel(days), page: '' }
  }
  if (closed_reason !== 'adjudicating') return null
  if (triage.pending > 0) return { words: `Decide ${counted(triage.pending, 'comment')}`, page: '/triage' }
  if (triage.awaiting_adjudication === 0) return null
  return { words: `Close ${counted(triage.awaiting_adjudication, 'decided comment')}`, page: '/triage' }
}

/** What is left to write, review, lock and release; only project admins lock and release. */
function documentStep(role: Role | null, { authoring, locks, reviews, export: out }: Workflow): Step {
  const left = authoring.rules_total - authoring.rules_determined
  if (left > 0) return { words: `Determine ${counted(left, 'requirement')}`, page: '/edit' }
  if (reviews.under_review > 0) {
    return { words: `${counted(reviews.under_review, 'requirement')} under review`, page: '/readiness' }
  }
  const open = locks.total - locks.locked
  if (open > 0) {
    return role === 'admin'
      ? { words: `Lock ${counted(open, 'requirement')}`, page: '/readiness' }
      : { words: `${counted(open, 'requirement')} not locked`, page: '/readiness' }
  }
  if (!out.releasable) return { words: 'Add requirements', page: '/edit' }
  return { words: role === 'admin' ? 'Release' : 'Ready to release', page: '/readiness' }
}

function overdueLabel(days: number): string {
  return days === 0 ? 'Commenting ends today' : 'The comment period has ended'
}

/** "1 comment", "1,240 comments". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
