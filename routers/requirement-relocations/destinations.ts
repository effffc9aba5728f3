import { reading } from '../../src/procedures/access/builders.ts'
import { OnlyOptionalPage } from '../../src/procedures/lists/optional-paging.ts'
import { Destinations } from './read/relocation-rows.schema.ts'
import { listDestinations } from './read/relocation-rows.ts'

const tags = ['Relocations']

export const destinations = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/requirement_relocations/destinations',
      tags,
      summary: 'Technologies that requirements can move to',
    },
  })
  .input(OnlyOptionalPage)
  .output(Destinations)
  .query(({ ctx, input }) => listDestinations(ctx.db, ctx.actor, input))
