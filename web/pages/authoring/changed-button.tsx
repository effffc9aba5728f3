import { useMemo } from 'react'
import { formatExactTime } from '../../api/time.ts'
import { Button } from '../../kit/button.tsx'
import { formatNumber, t } from '../../languages/t.ts'
import type { Row } from './requirements.ts'
import type { Filters } from './search.ts'
import { isChangedSince } from './since-visit.ts'

/** Toggles the filter for changes since the last visit; hidden if nothing changed. */
export function ChangedButton({
  rows,
  since,
  filters,
  onFilter,
}: {
  rows: readonly Row[]
  since: number | null
  filters: Filters
  onFilter: (change: Partial<Filters>) => void
}) {
  const count = useMemo(() => rows.filter((row) => isChangedSince(since, row)).length, [rows, since])
  const isOn = filters.changed !== null
  if (since === null || (count === 0 && !isOn)) return null
  return (
    <span title={t('Last visit: {time}', { time: formatExactTime(new Date(since)) })}>
      <Button icon="diff" onPress={() => onFilter({ changed: isOn ? null : 'visit' })}>
        {isOn
          ? t('Show all requirements')
          : t('{count} changed since your last visit', { count: formatNumber(count) })}
      </Button>
    </span>
  )
}
