import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { ControlSearchQuery, ControlSearchResults, searchControls } from './read/controls.ts'

export const controls = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/search/controls',
      tags: ['Search'],
      summary: 'Search NIST SP 800-53 controls and CCIs by words',
    },
  })
  .input(ControlSearchQuery)
  .concat(rejectUnknownKeys)
  .output(ControlSearchResults)
  .query(({ ctx, input }) => searchControls(ctx.db, input))
