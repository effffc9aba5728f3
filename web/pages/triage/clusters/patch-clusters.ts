import { api, queryClient, type Outputs } from '../../../api/client.ts'
import { findCachedQueries } from '../../../api/router-filter.ts'
import type { Row } from '../queue/rows.ts'

type Clusters = Outputs['reviews']['commentClusters']

/** Shows the decision on one comment in the cached clusters, so that their count follows at once. */
export function patchClusters(
  row: Pick<Row, 'id' | 'triage_status' | 'adjudicated_at' | 'lock_version'>,
): void {
  for (const { queryKey } of findCachedQueries(queryClient, api.reviews.commentClusters.pathFilter())) {
    queryClient.setQueryData<Clusters>(queryKey, (clusters) => clusters && withRow(clusters, row))
  }
}

function withRow(clusters: Clusters, { id, ...row }: Parameters<typeof patchClusters>[0]): Clusters {
  const { triage_status, adjudicated_at, lock_version } = row
  const index = clusters.rows.findIndex(({ reviews }) => reviews.some((review) => review.id === id))
  const cluster = clusters.rows[index]
  if (!cluster || triage_status === null) return clusters
  const reviews = cluster.reviews.map((review) =>
    review.id === id ? { ...review, triage_status, adjudicated_at, lock_version } : review,
  )
  return { ...clusters, rows: clusters.rows.with(index, { ...cluster, reviews }) }
}
