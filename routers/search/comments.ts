import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { CommentSearchResults, searchComments } from './read/comments.ts'
import { GlobalQuery } from './read/search-results.schema.ts'

export const comments = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/search/comments',
      tags: ['Search'],
      summary: 'Search comments of all components',
    },
  })
  .input(GlobalQuery)
  .concat(rejectUnknownKeys)
  .output(CommentSearchResults)
  .query(async ({ ctx, input }) => ({ comments: await searchComments(ctx.db, ctx.actor, input) }))
