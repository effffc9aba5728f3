import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createCurrentUserQuery } from '../../../api/me.ts'
import { listFamilies, filterRows, groupRows } from '../rows.ts'
import type { Filters } from '../search.ts'
import { useSinceVisit } from '../since-visit.ts'
import { useRequirementRows } from '../use-requirement-rows.ts'

/** The requirements of a component for the table: the first ones at once, all when they are loaded. */
export function useRequirements(id: number, filters: Filters) {
  const loaded = useRequirementRows(id)
  const { rows } = loaded
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const since = useSinceVisit(person.id, id)
  const matchingRows = useMemo(() => filterRows(rows, filters, since), [rows, filters, since])
  const families = useMemo(() => listFamilies(rows), [rows])
  const lines = useMemo(() => groupRows(matchingRows, filters.group), [matchingRows, filters.group])
  return {
    ...loaded,
    since,
    matchingRows,
    families,
    lines,
  }
}

export type Requirements = ReturnType<typeof useRequirements>
