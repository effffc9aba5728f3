import { memo, useRef, type ReactNode, type Ref } from 'react'
import type { DocumentType } from '../../../src/vocabulary.ts'
import { useEventCallback } from '../../app/use-event-callback.ts'
import { useKeys } from '../../app/use-keys.ts'
import { Filters as FilterRow } from '../../kit/filters.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { t } from '../../languages/t.ts'
import { FilterChoices } from './filter-choices.tsx'
import type { Filters } from './search.ts'

/** The choices that filter; grouping only sorts. */
const CHOICES = ['status', 'rule_severity', 'locked', 'review', 'comments', 'family', 'changed'] as const

/** The filters of the requirements; each choice is in the address. */
export function FilterBar({
  filters,
  onFilter,
  type,
  families,
  matchCount,
  all,
  isReading = false,
  children,
}: {
  filters: Filters
  onFilter: (change: Partial<Filters>) => void
  type: DocumentType
  /** The control families of the component. */
  families: readonly string[]
  matchCount: number
  all: number
  /** More requirements are loading, so the number of matches is not known yet. */
  isReading?: boolean
  children?: ReactNode
}) {
  const line = useRef<HTMLInputElement>(null)
  useKeys({ filter: () => line.current?.focus() })
  const change = useEventCallback(onFilter)
  return (
    <FilterRow
      label={t('Filter requirements')}
      set={CHOICES.filter((name) => filters[name] !== null && filters[name] !== '').length}
      choices={families.length > 1 ? 7 : 6}
      search={<Words value={filters.q} onFilter={change} ref={line} />}
      end={
        <>
          <span className="small muted" role="status">
            {matchCount === all ? all : t('{count} of {total}', { count: matchCount, total: all })}
            {isReading && t(' so far')}
          </span>
          {children}
        </>
      }
    >
      <FilterChoices filters={filters} type={type} families={families} onFilter={change} />
    </FilterRow>
  )
}

const Words = memo(function Words({
  value,
  onFilter,
  ref,
}: {
  value: string
  onFilter: (change: Partial<Filters>) => void
  ref: Ref<HTMLInputElement>
}) {
  return (
    <SearchField
      label={t('Filter requirements')}
      placeholder={t('Filter requirements')}
      value={value}
      onChange={(q) => onFilter({ q })}
      ref={ref}
    />
  )
})
