import { t } from '../../languages/t.ts'

interface Summary {
  by_triage_status: Record<string, number>
  total: number
}

/** The parts of the bar and of its legend: what was decided how; the last one has all other decisions. */
const PARTS = [
  { statuses: ['concur', 'concur_with_comment'], words: t('accepted'), fill: 'teal' },
  { statuses: ['non_concur'], words: t('declined'), fill: 'vermilion' },
  { statuses: ['duplicate'], words: t('duplicate'), fill: 'purple' },
] as const
const OTHER = { words: t('other'), fill: 'blue' } as const

export type DecidedPart = Omit<(typeof PARTS)[number] | typeof OTHER, 'statuses'> & { count: number }

/** How many comments are decided, and how: the parts add up to it, also where a decision was not recorded. */
export function decidedParts(summary: Summary | undefined): { decided: number; parts: DecidedPart[] } {
  const { by_triage_status: counts, total } = summary ?? { by_triage_status: {}, total: 0 }
  const decided = total - (counts['pending'] ?? 0)
  const named = PARTS.map(({ statuses, words, fill }) => {
    return { words, fill, count: statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0) }
  })
  const rest = decided - named.reduce((sum, { count }) => sum + count, 0)
  return { decided, parts: [...named, { ...OTHER, count: rest }] }
}
