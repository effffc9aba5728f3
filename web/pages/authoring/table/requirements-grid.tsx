import { useMemo } from 'react'
import { useEventCallback } from '../../../app/use-event-callback.ts'
import { useMediaQuery } from '../../../app/use-media-query.ts'
import { Grid } from '../../../kit/grid.tsx'
import { t } from '../../../languages/t.ts'
import { listColumns } from '../columns.tsx'
import { toGridRowKey, isHeading, type GridRow } from '../rows.ts'
import type { Filters } from '../search.ts'
import { findSharedStarts } from '../shared-starts.ts'
import { useUnsavedBefore } from '../unsaved.ts'
import { useAddresses } from '../use-addresses.ts'
import { NoRequirements } from './no-requirements.tsx'
import type { useCurrentLine } from './use-current-line.ts'
import type { Requirements } from './use-requirements.ts'
import type { Selection } from './use-selection.ts'

/** The table: one line for each requirement, with columns that depend on the filters and the window width. */
export function RequirementsGrid({
  componentId,
  filters,
  requirements: { rows, lines, isWhole },
  total,
  line,
  selection,
  mayWrite,
  onFilter,
  onOpen,
}: {
  componentId: number
  filters: Filters
  requirements: Requirements
  /** The total number of requirements, loaded or not. */
  total: number
  line: ReturnType<typeof useCurrentLine>
  selection: Selection
  mayWrite: boolean
  /** A stable function. */
  onFilter: (change: Partial<Filters>) => void
  onOpen: (line: GridRow) => void
}) {
  const { selected, isAll, onSelect, onAll } = selection
  useUnsavedBefore()
  const open = useEventCallback(onOpen)
  const toHref = useAddresses(componentId, filters)
  const starts = useMemo(() => findSharedStarts(rows), [rows])
  const isNarrow = useMediaQuery('(max-width: 719px)')
  const isWide = useMediaQuery('(min-width: 1600px)')
  const columns = useMemo(
    () =>
      listColumns({
        filters,
        starts,
        isNarrow,
        toHref,
        onOpen: open,
        onSort: (sort, order) => onFilter({ sort, order }),
        ...(mayWrite ? { selection: { selected, all: isAll, isWhole, onSelect, onAll } } : {}),
      }),
    [filters, starts, isNarrow, toHref, open, onFilter, mayWrite, selected, isAll, isWhole, onSelect, onAll],
  )
  if (lines.length === 0) {
    return <NoRequirements componentId={componentId} hasRows={rows.length > 0} isWhole={isWhole} />
  }
  return (
    <Grid
      label={t('Requirements')}
      columns={columns}
      rows={lines}
      lines={isNarrow ? 3 : isWide ? 1 : 2}
      {...(isWhole ? {} : { total })}
      getKey={toGridRowKey}
      current={line.current}
      onCurrent={line.setCurrent}
      onOpen={onOpen}
      isSelected={(row) => !isHeading(row) && selected.has(row.id)}
    />
  )
}
