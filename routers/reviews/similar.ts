import { reading } from '../../src/access.ts'
import type { Reader } from '../../src/database.ts'
import { notFound } from '../../src/errors.ts'
import { router } from '../../src/trpc.ts'
import { assertRequirements } from '../rules/named.ts'
import { nearest, type Near } from './candidates.ts'
import { clustersOf } from './clusters.ts'
import { ClusterFilter, ClusterList, SimilarInput, SimilarLimit, SimilarList } from './similar.schema.ts'
import { audienceOf, viewReviews, type Audience } from './view.ts'

const tags = ['Suggested duplicates']
const SUGGESTED = 10

/** Comments that say nearly the same, across authors (comments 4.1). Nothing is stored or decided here. */
export const similar = router({
  similarTo: reading
    .review('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/reviews/{reviewId}/similar',
        tags,
        summary: 'Comments of the same component that say nearly the same',
      },
    })
    .input(SimilarLimit)
    .output(SimilarList)
    .query(async ({ ctx, input: { reviewId, limit } }) => {
      const { db, actor, standing, scope } = ctx
      const review = await db
        .selectFrom('reviews')
        .select(['id', 'action', 'comment', 'rule_id', 'section', 'withdrawn_at'])
        .select(['responding_to_review_id', 'triage_status', 'duplicate_of_review_id'])
        .where('id', '=', reviewId)
        .executeTakeFirstOrThrow(notFound)
      // A score against other texts would tell what a withdrawn one said.
      if (review.withdrawn_at !== null) return { rows: [] }
      const origin = {
        componentId: scope.component_id,
        id: review.id,
        comment: review.action === 'comment' && review.responding_to_review_id === null ? review : null,
        ruleId: review.rule_id,
        section: review.section,
      }
      const found = await nearest(db, review.comment, origin, limit)
      return { rows: await shown(db, found, audienceOf(actor, standing)) }
    }),

  similarComments: reading
    .component('viewer')
    .meta({
      openapi: {
        method: 'POST',
        path: '/components/{componentId}/similar_comments',
        tags,
        summary: 'Comments that say nearly what is about to be said',
      },
      limits: ['review_write'],
    })
    .input(SimilarInput)
    .output(SimilarList)
    .mutation(async ({ ctx, input }) => {
      const { db, actor, standing, scope } = ctx
      if (input.rule_id != null) await assertRequirements(db, scope.component_id, 'rule_id', [input.rule_id])
      const { rule_id: ruleId, section } = input
      const origin = { componentId: scope.component_id, ruleId, section }
      const found = await nearest(db, input.comment, origin, SUGGESTED)
      return { rows: await shown(db, found, audienceOf(actor, standing)) }
    }),

  commentClusters: reading
    .component('author')
    .meta({
      openapi: {
        method: 'GET',
        path: '/components/{componentId}/comment_clusters',
        tags,
        summary: 'Groups of comments of a component that say nearly the same, largest first',
      },
    })
    .input(ClusterFilter)
    .output(ClusterList)
    .query(async ({ ctx, input: { min_score, page, per_page } }) => {
      const clusters = await clustersOf(ctx.db, ctx.scope.component_id, min_score)
      const shownClusters = clusters.slice((page - 1) * per_page, page * per_page)
      const audience = audienceOf(ctx.actor, ctx.standing)
      const views = await viewReviews(
        ctx.db,
        shownClusters.flatMap(({ ids }) => ids),
        audience,
      )
      const byId = new Map(views.map((view) => [view.id, view]))
      return {
        rows: shownClusters.map(({ ids, score, survivor }) => ({
          proposed_survivor_id: survivor,
          score,
          reviews: ids.flatMap((id) => byId.get(id) ?? []),
        })),
        pagination: { page, per_page, total: clusters.length },
      }
    }),
})

async function shown(db: Reader, found: Near[], audience: Audience) {
  const views = await viewReviews(
    db,
    found.map(({ id }) => id),
    audience,
  )
  const byId = new Map(found.map((near) => [near.id, near]))
  return views.map((review) => {
    const near = byId.get(review.id)
    return { review, score: near?.score ?? 0, proposed_survivor_id: near?.survivor ?? review.id }
  })
}
