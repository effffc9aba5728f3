import { reading } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { createWorkersForRead } from '../../../src/workers/workers-for-request.ts'
import { toAudience, readReviewViews } from '../../reviews/read/review.ts'
import { takeGroupsThatFit } from '../../reviews/read/similar/cluster-bytes.ts'
import { findClusters } from '../../reviews/read/similar/clusters.ts'
import { ClusterFilter, ClusterList } from '../../reviews/read/similar/similar.schema.ts'

/** Maximum number of reviews on a page of clusters, shared between them. */
const REVIEWS = 500

export const commentClusters = reading
  .component('author')
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{componentId}/comment_clusters',
      tags: ['Suggested duplicates'],
      summary: 'Groups of similar comments of a component, largest first',
    },
  })
  .input(ClusterFilter)
  .concat(rejectUnknownKeys)
  .output(ClusterList)
  .query(async ({ ctx, signal, input }) => {
    const { min_score: minScore, page, per_page, proposed_survivor_id: survivor } = input
    const ids = Math.floor(REVIEWS / per_page)
    const request = { minScore, page, per_page, ids, survivor, after: input.after_review_id }
    const result = await findClusters(
      ctx.db,
      createWorkersForRead({ ctx, signal }),
      ctx.scope.component_id,
      request,
    )
    const views = await readReviewViews(
      ctx.db,
      result.clusters.flatMap((cluster) => cluster.ids),
      toAudience(ctx.actor, ctx.effectiveAccess),
    )
    const byId = new Map(views.map((view) => [view.id, view]))
    const reviews = takeGroupsThatFit(
      result.clusters.map(({ ids }) => ids.flatMap((id) => byId.get(id) ?? [])),
    )
    return {
      rows: result.clusters.map((cluster, index) => {
        const visibleReviews = reviews[index] ?? []
        return {
          proposed_survivor_id: cluster.survivor,
          score: cluster.score,
          reviews_count: cluster.size,
          reviews: visibleReviews,
          reviews_left_out: cluster.remaining + cluster.ids.length - visibleReviews.length,
        }
      }),
      pagination: { page, per_page, total: result.total },
      comments_left_out: result.notCompared,
    }
  })
