import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars } from '../../kit/chart/stacked-bars.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { formatCount, formatNumber, t } from '../../languages/t.ts'
import { formatFamily } from '../authoring/labels.ts'
import { listFamilyProgress } from './family-progress.ts'
import { PROGRESS_SERIES } from './progress-series.ts'

/**
 * Progress of the requirements of each control family. A requirement counts once in each of its
 * families, so they don't add up to the requirements.
 */
export function FamilyChart({
  coverage,
  total,
  search,
}: {
  coverage: Outputs['controls']['list']
  /** All requirements of the component or project. */
  total: number
  /** The query that limits the control reference to the same component or project. */
  search: Record<string, number>
}) {
  const families = listFamilyProgress(coverage)
  if (families.length === 0) return null
  return (
    <ChartFigure
      title={t('Progress by control family')}
      summary={formatSummary(families, total, coverage.without_control)}
      data={{
        columns: [t('Family'), t('Locked'), t('Determined'), t('Not yet determined'), t('Controls covered')],
        rows: families.map((item) => [
          `${item.family} ${formatFamily(item.family)}`,
          item.locked,
          item.determined,
          item.undetermined,
          item.controls,
        ]),
      }}
    >
      <StackedBars
        overlapping
        series={PROGRESS_SERIES}
        rows={families.map(({ family, locked, determined, undetermined }) => ({
          id: family,
          label: family,
          name: (
            <AddressLink to="/controls" search={{ ...search, q: family }}>
              {family} {formatFamily(family)}
            </AddressLink>
          ),
          values: [locked, determined, undetermined],
        }))}
      />
    </ChartFigure>
  )
}

function formatSummary(
  families: ReturnType<typeof listFamilyProgress>,
  total: number,
  withoutControl: number,
): string {
  const counted = families.reduce((sum, item) => sum + item.locked + item.determined + item.undetermined, 0)
  const sentences = [
    t(
      {
        count: withoutControl,
        one: '{requirements} in {families}; {count} belongs to no known control.',
        other: '{requirements} in {families}; {count} belong to no known control.',
      },
      {
        requirements: formatCount(total, 'requirement'),
        families: t(
          { count: families.length, one: '{count} family', other: '{count} families' },
          { count: families.length },
        ),
        count: formatNumber(withoutControl),
      },
    ),
  ]
  if (counted > total - withoutControl) {
    sentences.push(
      t('A requirement counts once in each of its families, so they add up to {total}.', {
        total: formatNumber(counted),
      }),
    )
  }
  return sentences.join(' ')
}
