import { useMemo } from 'react'
import { parseQuery, toQueryString, readSearch } from '../../../app/search.ts'
import { useEventCallback } from '../../../app/use-event-callback.ts'
import { Button } from '../../../kit/button.tsx'
import { t } from '../../../languages/t.ts'
import { SavedFilters } from '../../saved-filters/saved-filters-menu.tsx'
import { ChangedButton } from '../changed-button.tsx'
import { ColumnMenu } from '../column-menu.tsx'
import type { Component } from '../editor/component.ts'
import { FilterBar } from '../filter-bar.tsx'
import { FILTERS, type Filters } from '../search.ts'
import type { Requirements } from './use-requirements.ts'

/** The filters of the table, its columns, and a retry if loading failed. */
export function TableFilters({
  component,
  filters,
  requirements: { rows, since, matchingRows, families, isWhole, isError, readRest },
  total,
  onFilter,
}: {
  component: Component
  filters: Filters
  requirements: Requirements
  total: number
  onFilter: (change: Partial<Filters>) => void
}) {
  const scope = useMemo(() => ({ kind: 'component', id: component.id }) as const, [component.id])
  const apply = useEventCallback((query: string) => onFilter(readSearch(FILTERS, parseQuery(query))))
  return (
    <FilterBar
      filters={filters}
      type={component.document_type}
      families={families}
      matchCount={matchingRows.length}
      all={isWhole ? rows.length : Math.max(rows.length, total)}
      isReading={!isWhole}
      onFilter={onFilter}
    >
      {!isWhole && isError && <Button onPress={readRest}>{t('Load the rest')}</Button>}
      <ChangedButton rows={rows} since={since} filters={filters} onFilter={onFilter} />
      {component.effective_permissions !== null && (
        <SavedFilters
          scope={scope}
          list="requirements"
          query={toQueryString(filters).slice(1)}
          onApply={apply}
        />
      )}
      <ColumnMenu visibleColumns={filters.cols} onShow={(cols) => onFilter({ cols })} />
    </FilterBar>
  )
}
