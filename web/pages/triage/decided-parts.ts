import { t } from '../../languages/t.ts'

interface Summary {
  by_triage_status: Record<string, number>
  total: number
}

/** The segments of the progress bar and its legend, by decision; the last one has all other decisions. */
const PARTS = [
  { statuses: ['concur', 'concur_with_comment'], label: t('accepted'), fill: 'teal' },
  { statuses: ['non_concur'], label: t('declined'), fill: 'vermilion' },
  { statuses: ['duplicate'], label: t('duplicate'), fill: 'purple' },
] as const
const OTHER = { label: t('other'), fill: 'blue' } as const

export type DecidedPart = Omit<(typeof PARTS)[number] | typeof OTHER, 'statuses'> & { count: number }

/**
 * The number of decided comments by decision: the segments add up to the total, also if a decision was not recorded.
 */
export function listDecidedParts(summary: Summary | undefined): { decided: number; parts: DecidedPart[] } {
  const { by_triage_status: counts, total } = summary ?? { by_triage_status: {}, total: 0 }
  const decided = total - (counts['pending'] ?? 0)
  const parts = PARTS.map(({ statuses, label, fill }) => {
    return { label, fill, count: statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0) }
  })
  const rest = decided - parts.reduce((sum, { count }) => sum + count, 0)
  return { decided, parts: [...parts, { ...OTHER, count: rest }] }
}
