import { reading } from '../../src/procedures/access/builders.ts'
import { searchEverything } from './read/global.ts'
import { GlobalQuery, GlobalResult } from './read/search-results.schema.ts'

const tags = ['Search']

export const global = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/api/search/global', tags, summary: 'Search everything' } })
  .input(GlobalQuery)
  .output(GlobalResult)
  .query(({ ctx, input }) => searchEverything(ctx.db, ctx.actor, input))
