import { TRIAGE_STATUSES, type TriageStatus } from '../../../src/vocabulary.ts'
import type { Series } from '../../kit/chart/stacked-bars.tsx'
import { t } from '../../languages/t.ts'
import { DISPOSITIONS } from '../components/decision-labels.ts'

const HATCHED = new Set<string>(['concur_with_comment', 'withdrawn'])

interface StatusCounts {
  by_triage_status: Record<string, number>
  total: number
}

/** A decision as a series of a chart, with its count in each group. */
export interface DecisionPart extends Series {
  /** Absent for comments without a recorded decision. */
  status?: TriageStatus
  values: number[]
}

/** Counts the comments with a decision. Comments without a status have none (rule R-29). */
export function countDecided({ by_triage_status: counts }: Pick<StatusCounts, 'by_triage_status'>): number {
  return TRIAGE_STATUSES.reduce((sum, status) => sum + (status === 'pending' ? 0 : (counts[status] ?? 0)), 0)
}

/** Returns the decisions of these groups, each with the number of comments per group. Pending comes last. */
export function listDecisionParts(groups: readonly StatusCounts[]): DecisionPart[] {
  const known = TRIAGE_STATUSES.map((status): DecisionPart => {
    const { label, hue, icon } = DISPOSITIONS[status]
    const values = groups.map(({ by_triage_status: counts }) => counts[status] ?? 0)
    return {
      status,
      label,
      hue: status === 'pending' ? 'rest' : hue,
      icon,
      hatched: HATCHED.has(status),
      values,
    }
  })
  const unrecorded = groups.map(
    ({ total }, index) => total - known.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  )
  const all: DecisionPart[] = [
    ...known.filter(({ status }) => status !== 'pending'),
    { label: t('Not recorded'), hue: 'grey', icon: 'circle', hatched: true, values: unrecorded },
    ...known.filter(({ status }) => status === 'pending'),
  ]
  return all.filter(({ values }) => values.some((count) => count > 0))
}
