import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import {
  hasAllRequirements,
  findNeighbors,
  createAllRequirementsQuery,
  findRowByName,
  type Row,
} from '../requirements.ts'

const NO_ROWS: readonly Row[] = []

/** The requirements in the navigator: first those around the current one, and all of them once its texts are loaded. */
export function useEditorRows(id: number, name: string): { rows: readonly Row[]; isWhole: boolean } {
  const isKnown = hasAllRequirements(id)
  const neighbors = useQuery({ ...findNeighbors(id, name), enabled: !isKnown })
  const row = neighbors.data && findRowByName(neighbors.data, name)
  const ruleQuery = useQuery({
    ...api.rules.show.queryOptions({ ruleId: row?.id ?? 0 }),
    enabled: !isKnown && row !== undefined,
  })
  const isShown = neighbors.isFetched && (row === undefined || ruleQuery.isFetched)
  const all = useQuery({
    ...createAllRequirementsQuery(id),
    enabled: isKnown || isShown,
    // A user who lost access must not see cached rows; without any rows there is no page.
    throwOnError: (error) => neighbors.data === undefined || [403, 404].includes(toProblem(error).status),
  })
  return { rows: all.data ?? neighbors.data ?? NO_ROWS, isWhole: all.data !== undefined }
}
