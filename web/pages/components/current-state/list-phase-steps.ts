import { parseTimestamp } from '../../../api/time.ts'
import { t } from '../../../languages/t.ts'
import type { Summary } from '../phase.ts'

const STEPS = [
  ['draft', t('Draft')],
  ['open', t('Open for comment')],
  ['adjudicating', t('Adjudicating')],
  ['finalized', t('Finalized')],
  ['released', t('Released')],
] as const

export interface PhaseStep {
  key: (typeof STEPS)[number][0]
  label: string
  state: 'done' | 'current' | 'ahead'
  /** The completed share from 0 to 1; for an open comment period by its dates. */
  share: number
}

type PhaseDates = Pick<
  Summary,
  'released' | 'comment_phase' | 'closed_reason' | 'comment_period_starts_at' | 'comment_period_ends_at'
>

/** Returns the phases of a component in order. A release completes all, also with comments that are not closed. */
export function listPhaseSteps(component: PhaseDates, now: Date): PhaseStep[] {
  const current = component.released ? STEPS.length : findPhaseIndex(component)
  return STEPS.map(([key, label], index) => {
    const state = index < current ? 'done' : index === current ? 'current' : 'ahead'
    const share =
      state === 'done' ? 1 : state === 'ahead' ? 0 : key === 'open' ? measureElapsed(component, now) : 0.5
    return { key, label, state, share }
  })
}

function findPhaseIndex({ comment_phase: phase, closed_reason: reason }: PhaseDates): number {
  if (phase === 'open') return 1
  return reason === 'adjudicating' ? 2 : reason === 'finalized' ? 3 : 0
}

/** Returns the elapsed share of the comment period; 0.5 without dates. */
function measureElapsed(component: PhaseDates, now: Date): number {
  const start = parseTimestamp(component.comment_period_starts_at)?.getTime()
  const end = parseTimestamp(component.comment_period_ends_at)?.getTime()
  if (start === undefined || end === undefined || end <= start) return 0.5
  return Math.min(1, Math.max(0.04, (now.getTime() - start) / (end - start)))
}
