import type { DocumentType } from '../../../../src/vocabulary.ts'
import { Button } from '../../../kit/button.tsx'
import { t } from '../../../languages/t.ts'
import { ChangedButton } from '../changed-button.tsx'
import { ColumnMenu } from '../column-menu.tsx'
import { FilterBar } from '../filter-bar.tsx'
import type { Filters } from '../search.ts'
import type { Requirements } from './use-requirements.ts'

/** The filters of the table, its columns, and reading on where that failed. */
export function TableFilters({
  filters,
  requirements: { rows, since, found, families, isWhole, isError, readRest },
  type,
  total,
  onFilter,
}: {
  filters: Filters
  requirements: Requirements
  type: DocumentType
  total: number
  onFilter: (change: Partial<Filters>) => void
}) {
  return (
    <FilterBar
      filters={filters}
      type={type}
      families={families}
      found={found.length}
      all={isWhole ? rows.length : Math.max(rows.length, total)}
      isReading={!isWhole}
      onFilter={onFilter}
    >
      {!isWhole && isError && <Button onPress={readRest}>{t('Read the rest')}</Button>}
      <ChangedButton rows={rows} since={since} filters={filters} onFilter={onFilter} />
      <ColumnMenu shown={filters.cols} onShow={(cols) => onFilter({ cols })} />
    </FilterBar>
  )
}
