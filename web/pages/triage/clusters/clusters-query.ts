import { api } from '../../../api/client.ts'

/** A small number, so that a group of forty is complete: the service returns 500 comments on a page. */
export const CLUSTERS_PER_PAGE = 10

/** Queries a page of the groups of similar comments, largest first. */
export function createClustersQuery(componentId: number, page: number) {
  return api.reviews.commentClusters.queryOptions({ componentId, page, per_page: CLUSTERS_PER_PAGE })
}
