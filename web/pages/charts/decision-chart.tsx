import { TRIAGE_STATUSES } from '../../../src/vocabulary.ts'
import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars } from '../../kit/chart/stacked-bars.tsx'
import { DISPOSITIONS, type StateLook } from '../components/states-of.ts'
import { counted } from '../components/phase.ts'
import { percentOf } from './percent.ts'

type Triage = Outputs['reviews']['componentTriageSummary']

const HATCHED = new Set<string>(['concur_with_comment', 'withdrawn'])

/** Comments that came in without a decision of ours, so that the parts add up to all. */
const UNRECORDED: StateLook = { words: 'Not recorded', hue: 'grey', icon: 'circle' }

/** The comments of a component or project by decision, as one bar. Replies are not counted. */
export function DecisionChart({ triage }: { triage: Triage }) {
  const { total } = triage
  const known = TRIAGE_STATUSES.map((status) => ({
    ...DISPOSITIONS[status],
    count: triage.by_triage_status[status] ?? 0,
    hatched: HATCHED.has(status),
  }))
  const pending = triage.by_triage_status['pending'] ?? 0
  const unrecorded = total - known.reduce((sum, { count }) => sum + count, 0)
  const parts = [...known, { ...UNRECORDED, count: unrecorded, hatched: true }].filter(
    ({ count }) => count > 0,
  )
  return (
    <ChartFigure
      title="Comments by decision"
      summary={total === 0 ? 'No comments yet' : `${total - pending} of ${counted(total, 'comment')} decided`}
      data={{
        columns: ['Decision', 'Comments', 'Percent'],
        rows: parts.map(({ words, count }) => [words, count, percentOf(count, total)]),
      }}
    >
      {total > 0 && (
        <StackedBars
          single
          series={parts.map(({ words, hue, icon, hatched }) => ({ label: words, hue, icon, hatched }))}
          rows={[{ id: 'all', label: 'All comments', values: parts.map(({ count }) => count) }]}
        />
      )}
    </ChartFigure>
  )
}
