import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toProblem } from '../../../api/errors.ts'
import { createCurrentUserQuery } from '../../../api/me.ts'
import { createFirstRequirementsQuery, createAllRequirementsQuery } from '../requirements.ts'
import { listFamilies, filterRows, groupRows } from '../rows.ts'
import type { Filters } from '../search.ts'
import { useSinceVisit } from '../since-visit.ts'

/** The requirements of a component for the table: the first ones at once, all when they are loaded. */
export function useRequirements(id: number, filters: Filters) {
  const { data: first } = useSuspenseQuery(createFirstRequirementsQuery(id))
  const all = useQuery({
    ...createAllRequirementsQuery(id),
    // A user who lost access must not see cached rows.
    throwOnError: (error) => [403, 404].includes(toProblem(error).status),
  })
  const rows = all.data ?? first.rows
  const { data: person } = useSuspenseQuery(createCurrentUserQuery())
  const since = useSinceVisit(person.id, id)
  const matchingRows = useMemo(() => filterRows(rows, filters, since), [rows, filters, since])
  const families = useMemo(() => listFamilies(rows), [rows])
  const lines = useMemo(() => groupRows(matchingRows, filters.group), [matchingRows, filters.group])
  return {
    rows,
    since,
    matchingRows,
    families,
    lines,
    isWhole: all.data !== undefined || first.whole,
    isError: all.isError,
    readRest: () => void all.refetch(),
  }
}

export type Requirements = ReturnType<typeof useRequirements>
