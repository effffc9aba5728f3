import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Scope } from './queue/queue.ts'

/** The decision counts of a scope. Each decision changes them, so only components that show them subscribe. */
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
