import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { RuleReviewRequest } from './read/review-request.schema.ts'
import { readReviewRequest } from './read/review-request.ts'

export const reviewRequest = reading
  .rule('viewer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/rules/{ruleId}/review_request',
      tags: ['Requirements'],
      summary: 'The open review request of a requirement, and who can be named in one',
    },
  })
  .concat(rejectUnknownKeys)
  .output(RuleReviewRequest)
  .query(({ ctx, input }) => readReviewRequest(ctx.db, input.ruleId, ctx.actor))
