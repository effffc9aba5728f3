import { api } from '../../../api/client.ts'

/** So few that a group of forty is here whole: the service shows 500 comments on a page. */
export const CLUSTERS_PER_PAGE = 10

/** A page of the groups of similar comments, largest first. */
export function clustersOf(componentId: number, page: number) {
  return api.reviews.commentClusters.queryOptions({ componentId, page, per_page: CLUSTERS_PER_PAGE })
}
