import { reading } from '../../../src/access/builders.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { audienceOf, viewReviews } from '../../reviews/read/review.ts'
import { clustersOf } from '../../reviews/read/similar/clusters.ts'
import { ClusterFilter, ClusterList } from '../../reviews/read/similar/similar.schema.ts'

/** Reviews of one page of clusters; each has its share. */
const REVIEWS = 500

export const commentClusters = reading
  .component('author')
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{componentId}/comment_clusters',
      tags: ['Suggested duplicates'],
      summary: 'Groups of comments of a component that say nearly the same, largest first',
    },
  })
  .input(ClusterFilter)
  .concat(knownMembersOnly)
  .output(ClusterList)
  .query(async ({ ctx, input: { min_score, page, per_page } }) => {
    const ids = Math.floor(REVIEWS / per_page)
    const asked = { minScore: min_score, page, per_page, ids }
    const { computing } = ctx.services
    const found = await clustersOf(ctx.db, computing, ctx.scope.component_id, asked)
    const views = await viewReviews(
      ctx.db,
      found.clusters.flatMap((cluster) => cluster.ids),
      audienceOf(ctx.actor, ctx.standing),
    )
    const byId = new Map(views.map((view) => [view.id, view]))
    return {
      rows: found.clusters.map((cluster) => ({
        proposed_survivor_id: cluster.survivor,
        score: cluster.score,
        reviews: cluster.ids.flatMap((id) => byId.get(id) ?? []),
        reviews_left_out: cluster.size - cluster.ids.length,
      })),
      pagination: { page, per_page, total: found.total },
      comments_left_out: found.leftOut,
    }
  })
