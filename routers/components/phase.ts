import type { ClosedReason, CommentPhase } from '../../src/vocabulary.ts'

/** What a comment phase allows: the three write guards (components 2.7). */
export function phaseGuards({
  comment_phase: phase,
  closed_reason: reason,
}: {
  comment_phase: CommentPhase
  closed_reason: ClosedReason | null
}) {
  return {
    accepting_new_comments: phase === 'open',
    triaging_active: phase === 'open' || reason === 'adjudicating',
    frozen_for_writes: reason === 'finalized',
  }
}
