import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import type { Cluster } from './cluster.ts'

/** A page of five clusters fits a hundred members of each. */
const PER_PAGE = 5

/** The visible members of a cluster: the first ones, or the survivor with the members after `after`. */
export function useMembers(cluster: Cluster, componentId: number) {
  const { proposed_survivor_id: survivor } = cluster
  const [after, setAfter] = useState<number | null>(null)
  const input = { componentId, proposed_survivor_id: survivor, per_page: PER_PAGE }
  const further = useQuery(
    api.reviews.commentClusters.queryOptions(
      after === null ? skipToken : { ...input, after_review_id: after },
    ),
  )
  const page = further.data?.rows[0]
  const visibleCluster: Cluster =
    after === null
      ? cluster
      : {
          ...cluster,
          reviews: [...cluster.reviews.slice(0, 1), ...(page?.reviews ?? [])],
          reviews_left_out: page?.reviews_left_out ?? 0,
        }
  const last = visibleCluster.reviews.at(-1)
  return {
    visibleCluster,
    isFirst: after === null,
    isLoading: further.isLoading,
    error: further.error,
    showFirst: () => setAfter(null),
    showNext: () => {
      if (last && visibleCluster.reviews_left_out > 0) setAfter(last.id)
    },
  }
}
