import { t } from '../../languages/t.ts'
import { countDecided } from '../charts/decision-parts.ts'

interface Summary {
  by_triage_status: Record<string, number>
}

/** The segments of the progress bar and its legend, by decision; the last one has all other decisions. */
const PARTS = [
  { statuses: ['concur', 'concur_with_comment'], label: t('accepted'), fill: 'teal' },
  { statuses: ['non_concur'], label: t('declined'), fill: 'vermilion' },
  { statuses: ['duplicate'], label: t('duplicate'), fill: 'purple' },
] as const
const OTHER = { label: t('other'), fill: 'blue' } as const

export type DecidedPart = Omit<(typeof PARTS)[number] | typeof OTHER, 'statuses'> & { count: number }

/** The number of decided comments, in all and by decision. Comments without a status are not decided (rule R-29). */
export function listDecidedParts(summary: Summary | undefined): { decided: number; parts: DecidedPart[] } {
  const counts = summary?.by_triage_status ?? {}
  const decided = countDecided({ by_triage_status: counts })
  const parts = PARTS.map(({ statuses, label, fill }) => {
    return { label, fill, count: statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0) }
  })
  const rest = decided - parts.reduce((sum, { count }) => sum + count, 0)
  return { decided, parts: [...parts, { ...OTHER, count: rest }] }
}
