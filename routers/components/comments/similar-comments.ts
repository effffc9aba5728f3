import { reading } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { assertRequirements } from '../../../workflows/requirements/named-requirements.ts'
import { toAudience } from '../../reviews/read/review.ts'
import { readNearReviews } from '../../reviews/read/similar/near-reviews.ts'
import { findNearest } from '../../reviews/read/similar/nearest.ts'
import { SimilarInput, SimilarList } from '../../reviews/read/similar/similar.schema.ts'

const SUGGESTED = 10

export const similarComments = reading
  .component('viewer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{componentId}/similar_comments',
      tags: ['Suggested duplicates'],
      summary: 'Comments similar to a text before it is posted',
    },
    limits: ['review_write'],
  })
  .input(SimilarInput)
  .concat(rejectUnknownKeys)
  .output(SimilarList)
  .mutation(async ({ ctx, input }) => {
    const { db, actor, effectiveAccess, scope } = ctx
    if (input.rule_id != null) await assertRequirements(db, scope.component_id, 'rule_id', [input.rule_id])
    const { rule_id: ruleId, section } = input
    const origin = { componentId: scope.component_id, ruleId, section }
    const matches = await findNearest(db, input.comment, origin, SUGGESTED)
    return { rows: await readNearReviews(db, matches, toAudience(actor, effectiveAccess)) }
  })
