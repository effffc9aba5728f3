import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars, type Series } from '../../kit/chart/stacked-bars.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { rich } from '../../languages/rich.ts'
import { formatCount, formatNumber, t } from '../../languages/t.ts'
import { SEVERITY_LABELS } from '../authoring/labels.ts'

type Coverage = Outputs['components']['srgCoverage']

const KINDS: readonly (Series & { kind: keyof Coverage['counts'] })[] = [
  { kind: 'addressed', label: t('Addressed'), hue: 'teal', icon: 'check' },
  { kind: 'satisfied', label: t('Satisfied by another requirement'), hue: 'indigo', icon: 'into' },
  { kind: 'not_applicable', label: t('Not applicable'), hue: 'grey', icon: 'barred', hatched: true },
  { kind: 'missing', label: t('Without a requirement'), hue: 'vermilion', icon: 'cross' },
  { kind: 'undetermined', label: t('Not yet determined'), hue: 'rest', icon: 'dotted' },
]

/** The number of SRG ids listed below the chart. */
const NAMED = 6

/** Coverage of the SRG by a component, by severity in the SRG. */
export function SrgCoverageChart({ coverage }: { coverage: Coverage }) {
  const { srg_id: srgId, total, counts, by_severity: severities, missing } = coverage
  if (total === 0) return null
  const kinds = KINDS.filter(({ kind }) => counts[kind] > 0)
  const covered = counts.addressed + counts.satisfied + counts.not_applicable
  return (
    <ChartFigure
      title={t('Coverage of the SRG')}
      summary={t('{covered} of {requirements} covered, {missing} without a requirement here', {
        covered: formatNumber(covered),
        requirements: formatCount(total, 'SRG requirement'),
        missing: formatNumber(counts.missing),
      })}
      data={{
        columns: [t('Severity in the SRG'), ...kinds.map(({ label }) => label), t('All')],
        rows: severities.map(({ severity, counts: severityCounts }) => [
          SEVERITY_LABELS[severity],
          ...kinds.map(({ kind }) => severityCounts[kind]),
          kinds.reduce((sum, { kind }) => sum + severityCounts[kind], 0),
        ]),
      }}
    >
      <StackedBars
        series={kinds}
        rows={severities.map(({ severity, counts: severityCounts }) => ({
          id: severity,
          label: SEVERITY_LABELS[severity],
          values: kinds.map(({ kind }) => severityCounts[kind]),
        }))}
      />
      {missing.length > 0 && (
        <p className="small">
          {rich('Missing: {versions}. {link}', {
            versions: missing.slice(0, NAMED).join(', ') + (counts.missing > NAMED ? ', …' : ''),
            link: <AddressLink to={`/srgs/${srgId}`}>{t('Open the SRG')}</AddressLink>,
          })}
        </p>
      )}
    </ChartFigure>
  )
}
