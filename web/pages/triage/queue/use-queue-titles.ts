import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, queryClient } from '../../../api/client.ts'
import { indexRequirementTitles, type RequirementTitles } from '../../authoring/requirement-titles.ts'
import type { Row } from './rows.ts'
import { splitTitles } from './title-chunks.ts'

/** The titles of all requirements in a queue, of any component. */
export function useQueueTitles(rows: readonly Row[], enabled: boolean): RequirementTitles {
  const chunks = useMemo(() => (enabled ? splitTitles(rows) : []), [rows, enabled])
  const { data } = useQuery({
    // Under the key of the rules, so that it is invalidated with them.
    queryKey: [['rules', 'queue-titles'], chunks] as const,
    queryFn: async () => {
      const all = await Promise.all(
        chunks.map((chunk) => queryClient.fetchQuery(api.rules.picker.queryOptions(chunk))),
      )
      return all.flatMap(({ rules }) => rules)
    },
    enabled: chunks.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => indexRequirementTitles(data ?? []), [data])
}
