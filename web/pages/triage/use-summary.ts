import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Scope } from './queue/queue.ts'

/** How many comments of a place are decided how; each decision changes it, so that only who shows it asks for it. */
export function useSummary({ kind, id }: Scope) {
  const component = useQuery({
    ...api.reviews.componentTriageSummary.queryOptions({ id }),
    enabled: kind === 'component',
  })
  const project = useQuery({
    ...api.reviews.projectTriageSummary.queryOptions({ id }),
    enabled: kind === 'project',
  })
  return kind === 'component' ? component.data : project.data
}
