import { momentOf } from '../../../api/time.ts'
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
  /** How much of it is behind, from 0 to 1; of an open comment period by its dates. */
  share: number
}

type Dated = Pick<
  Summary,
  'released' | 'comment_phase' | 'closed_reason' | 'comment_period_starts_at' | 'comment_period_ends_at'
>

/** The phases of a component in their order. A release ends the way, also for one whose comments are not final. */
export function stepsOf(component: Dated, now: Date): PhaseStep[] {
  const current = component.released ? STEPS.length : windowPlace(component)
  return STEPS.map(([key, label], place) => {
    const state = place < current ? 'done' : place === current ? 'current' : 'ahead'
    const share =
      state === 'done' ? 1 : state === 'ahead' ? 0 : key === 'open' ? elapsed(component, now) : 0.5
    return { key, label, state, share }
  })
}

function windowPlace({ comment_phase: phase, closed_reason: reason }: Dated): number {
  if (phase === 'open') return 1
  return reason === 'adjudicating' ? 2 : reason === 'finalized' ? 3 : 0
}

/** The share of the comment period that is over; half of one without dates. */
function elapsed(component: Dated, now: Date): number {
  const start = momentOf(component.comment_period_starts_at)?.getTime()
  const end = momentOf(component.comment_period_ends_at)?.getTime()
  if (start === undefined || end === undefined || end <= start) return 0.5
  return Math.min(1, Math.max(0.04, (now.getTime() - start) / (end - start)))
}
