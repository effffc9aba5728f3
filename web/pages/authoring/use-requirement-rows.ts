import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { toProblem } from '../../api/errors.ts'
import { createAllRequirementsQuery, createFirstRequirementsQuery } from './requirements.ts'

/** The requirements of a component: the first ones at once, all when they are loaded. */
export function useRequirementRows(id: number) {
  const { data: first } = useSuspenseQuery(createFirstRequirementsQuery(id))
  const all = useQuery({
    ...createAllRequirementsQuery(id),
    // A user who lost access must not see cached rows.
    throwOnError: (error) => [403, 404].includes(toProblem(error).status),
  })
  return {
    rows: all.data ?? first.rows,
    isWhole: all.data !== undefined || first.isComplete,
    isError: all.isError,
    readRest: () => void all.refetch(),
  }
}
