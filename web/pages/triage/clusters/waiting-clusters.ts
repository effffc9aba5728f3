import type { Outputs } from '../../../api/client.ts'
import { splitCluster, type Cluster } from './cluster.ts'

const NO_IDS: ReadonlySet<number> = new Set()

/** Whether a comment other than the survivor is undecided, or may be because it is not on this page. */
export function canWait(cluster: Cluster): boolean {
  return cluster.reviews_left_out > 0 || splitCluster(cluster, NO_IDS).others.length > 0
}

/** Counts the undecided groups: all but those of this page in which everything is decided. */
export function countWaiting({ rows, pagination }: Outputs['reviews']['commentClusters']): number {
  return pagination.total - rows.filter((cluster) => !canWait(cluster)).length
}
