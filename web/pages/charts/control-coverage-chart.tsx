import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars, type Series } from '../../kit/chart/stacked-bars.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { formatCount, formatNumber, t } from '../../languages/t.ts'
import { formatFamily } from '../authoring/labels.ts'
import { groupControlCoverage, type FamilyCoverage } from './control-coverage.ts'

const SERIES: readonly Series[] = [
  { label: t('Covered'), hue: 'teal', icon: 'check' },
  { label: t('Not covered'), hue: 'rest', icon: 'dotted' },
]

/** Implemented controls of each family; the table also has the CCIs. */
export function ControlCoverageChart({
  coverage,
  search,
}: {
  coverage: Pick<Outputs['controls']['list'], 'controls'>
  /** The query that limits the control reference to the same component or project. */
  search: Record<string, number>
}) {
  const families = groupControlCoverage(coverage)
  const sum = (getCount: (family: FamilyCoverage) => number) =>
    families.reduce((total, family) => total + getCount(family), 0)
  return (
    <ChartFigure
      title={t('Coverage of NIST SP 800-53')}
      summary={t('{covered} of {controls} and {coveredCcis} of {ccis} have a requirement', {
        covered: formatNumber(sum(({ coveredControls }) => coveredControls)),
        controls: formatCount(
          sum(({ controls }) => controls),
          'control',
        ),
        coveredCcis: formatNumber(sum(({ coveredCcis }) => coveredCcis)),
        ccis: formatCount(
          sum(({ ccis }) => ccis),
          'CCI',
        ),
      })}
      data={{
        columns: [t('Family'), t('Controls covered'), t('Controls'), t('CCIs covered'), t('CCIs')],
        rows: families.map((item) => [
          `${item.family} ${formatFamily(item.family)}`,
          item.coveredControls,
          item.controls,
          item.coveredCcis,
          item.ccis,
        ]),
      }}
    >
      <StackedBars
        series={SERIES}
        rows={families.map(({ family, controls, coveredControls }) => ({
          id: family,
          label: family,
          name: (
            <AddressLink to="/controls" search={{ ...search, q: family }}>
              {family} {formatFamily(family)}
            </AddressLink>
          ),
          values: [coveredControls, controls - coveredControls],
        }))}
      />
    </ChartFigure>
  )
}
