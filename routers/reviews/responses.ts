import { reading } from '../../src/procedures/access/builders.ts'
import { ResponseList, ResponsePage } from './read/replies.schema.ts'
import { listReplies } from './read/replies.ts'

export const responses = reading
  .review('show')
  .meta({
    openapi: {
      method: 'GET',
      path: '/reviews/{reviewId}/responses',
      tags: ['Comments and reviews'],
      summary: 'The direct replies to a comment, oldest first',
    },
  })
  .input(ResponsePage)
  .output(ResponseList)
  .query(({ ctx, input: { reviewId, page, per_page: size } }) =>
    listReplies(ctx, reviewId, size, (page - 1) * size),
  )
