import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { ReviewRequestList } from '../rules/read/review-request.schema.ts'
import { listReviewRequests } from '../rules/read/review-request.ts'

export const reviewRequests = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/users/review_requests',
      tags: ['Requirements'],
      summary: 'The open review requests that name you, newest first',
    },
  })
  .concat(rejectUnknownKeys)
  .output(ReviewRequestList)
  .query(async ({ ctx }) => ({ review_requests: await listReviewRequests(ctx.db, ctx.actor.id) }))
