import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../../api/client.ts'
import type { Scope } from '../queue/queue.ts'
import type { View } from '../search.ts'
import { createClustersQuery } from './clusters-query.ts'
import { countWaiting } from './waiting-clusters.ts'

/** How long after loading the page the clusters are counted. */
const AFTER_MS = 3000
/** Above this many comments, the clusters are only counted when their view is open. */
const MAX_COMMENTS = 5000

/** The number of undecided groups of similar comments; null until counted. Decisions do not count them again. */
export function useClusterCount({ kind, id }: Scope, view: View, comments: number): number | null {
  const isFew = kind === 'component' && comments > 0 && comments <= MAX_COMMENTS
  useEffect(() => {
    if (!isFew) return
    const timer = setTimeout(() => void queryClient.prefetchQuery(createClustersQuery(id, 1)), AFTER_MS)
    return () => clearTimeout(timer)
  }, [isFew, id])
  const { data } = useQuery({
    ...createClustersQuery(id, 1),
    enabled: kind === 'component' && view === 'clusters',
  })
  return kind === 'component' && data ? countWaiting(data) : null
}
