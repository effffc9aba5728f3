import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { IconButton } from '../../../kit/button.tsx'
import { Link } from '../../../kit/link.tsx'
import { t } from '../../../languages/t.ts'
import { FilterBar } from '../filter-bar.tsx'
import type { Row } from '../requirements.ts'
import { listFamilies } from '../rows.ts'
import type { Filters } from '../search.ts'
import type { Component } from './component.ts'
import styles from './requirement-filters.module.css'

/** The filters above the editor, with links to the next requirement on phones and back to the table. */
export function RequirementFilters({
  component,
  name,
  filters,
  rows,
  matchCount,
  onStep,
}: {
  component: Component
  /** The current requirement, as in the address. */
  name: string
  filters: Filters
  rows: readonly Row[]
  matchCount: number
  onStep: (direction: 1 | -1) => void
}) {
  const navigate = useNavigate()
  const families = useMemo(() => listFamilies(rows), [rows])
  const { id } = component
  return (
    <FilterBar
      filters={filters}
      type={component.document_type}
      families={families}
      matchCount={matchCount}
      all={rows.length}
      onFilter={(change) =>
        void navigate({
          to: '/components/$id/$name',
          params: { id, name },
          search: { ...filters, ...change },
          replace: true,
        })
      }
    >
      <span className={`${styles['steps']} only-narrow`}>
        <IconButton icon="left" label={t('Previous requirement')} onPress={() => onStep(-1)} />
        <IconButton icon="right" label={t('Next requirement')} onPress={() => onStep(1)} />
      </span>
      <Link to="/components/$id/edit" params={{ id }} search={filters} variant="secondary">
        {t('Table')}
      </Link>
    </FilterBar>
  )
}
