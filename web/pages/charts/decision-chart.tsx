import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars } from '../../kit/chart/stacked-bars.tsx'
import { counted } from '../components/phase.ts'
import { decisionParts } from './decision-parts.ts'
import { percentOf } from './percent.ts'

type Triage = Outputs['reviews']['componentTriageSummary']

/** The comments of a component or project by decision, as one bar. Replies are not counted. */
export function DecisionChart({ triage }: { triage: Triage }) {
  const { total } = triage
  const pending = triage.by_triage_status['pending'] ?? 0
  const parts = decisionParts([triage]).map(({ values: [count = 0], ...series }) => ({ ...series, count }))
  return (
    <ChartFigure
      title="Comments by decision"
      summary={total === 0 ? 'No comments yet' : `${total - pending} of ${counted(total, 'comment')} decided`}
      data={{
        columns: ['Decision', 'Comments', 'Percent'],
        rows: parts.map(({ label, count }) => [label, count, percentOf(count, total)]),
      }}
    >
      {total > 0 && (
        <StackedBars
          single
          series={parts}
          rows={[{ id: 'all', label: 'All comments', values: parts.map(({ count }) => count) }]}
        />
      )}
    </ChartFigure>
  )
}
