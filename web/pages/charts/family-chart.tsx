import type { Outputs } from '../../api/client.ts'
import { ChartFigure } from '../../kit/chart/chart-figure.tsx'
import { StackedBars } from '../../kit/chart/stacked-bars.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { t } from '../../languages/t.ts'
import { formatFamily } from '../authoring/labels.ts'
import { groupFamilyProgress } from './family-progress.ts'
import { PROGRESS_SERIES } from './progress-series.ts'

/** Progress of the requirements of each control family. A requirement counts once for each of its controls. */
export function FamilyChart({
  coverage,
  search,
}: {
  coverage: Outputs['controls']['list']
  /** The query that limits the control reference to the same component or project. */
  search: Record<string, number>
}) {
  const families = groupFamilyProgress(coverage)
  if (families.length === 0) return null
  return (
    <ChartFigure
      title={t('Progress by control family')}
      summary={t('{families} with requirements; {without_control} requirements belong to no known control', {
        families: t(
          { count: families.length, one: '{count} family', other: '{count} families' },
          { count: families.length },
        ),
        without_control: coverage.without_control,
      })}
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
