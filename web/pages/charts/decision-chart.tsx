import type { ReactNode } from 'react'
import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars } from '../../kit/chart/stacked-bars.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { formatCount, formatNumber, t } from '../../languages/t.ts'
import { countDecided, listDecisionParts } from './decision-parts.ts'
import { toPercent } from './percent.ts'

type Triage = Outputs['reviews']['componentTriageSummary']

/** The comments of a component or project by decision, as one bar. Replies are not counted. */
export function DecisionChart({
  triage,
  triagePage,
  isLead = false,
  children,
}: {
  triage: Triage
  /** The address of the triage, which each decision links to; absent for readers who can't open it. */
  triagePage?: string | undefined
  isLead?: boolean
  /** Below the bar and its legend. */
  children?: ReactNode
}) {
  const { total } = triage
  const parts = listDecisionParts([triage]).map(({ values: [count = 0], status, ...series }) => ({
    ...series,
    count,
    name: triagePage !== undefined && status !== undefined && (
      <AddressLink to={triagePage} search={{ triage_status: status, view: 'table' }}>
        {series.label}
      </AddressLink>
    ),
  }))
  return (
    <ChartFigure
      isLead={isLead}
      title={t('Comments by decision')}
      summary={
        total === 0
          ? t('No comments yet')
          : t('{total} of {comments} decided', {
              total: formatNumber(countDecided(triage)),
              comments: formatCount(total, 'comment'),
            })
      }
      data={{
        columns: [t('Decision'), t('Comments'), t('Percent')],
        rows: parts.map(({ label, count }) => [label, count, toPercent(count, total)]),
      }}
    >
      {total > 0 && (
        <StackedBars
          single
          series={parts}
          rows={[{ id: 'all', label: t('All comments'), values: parts.map(({ count }) => count) }]}
        />
      )}
      {children}
    </ChartFigure>
  )
}
