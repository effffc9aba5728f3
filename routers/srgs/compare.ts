import { z } from 'zod'
import { mayLag, reading } from '../../src/access/builders.ts'
import { bodyId } from '../../src/wire/shapes.ts'
import { knownMembersOnly } from '../../src/trpc.ts'
import { compareSrgs, SrgComparison } from './read/comparison.ts'

const tags = ['Guides']

export const compare = reading.signedIn
  .use(mayLag)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/srgs/compare',
      tags,
      summary: 'What changed between two releases of an SRG',
    },
    errors: [404],
  })
  .input(z.object({ base_id: bodyId, diff_id: bodyId }))
  .concat(knownMembersOnly)
  .output(SrgComparison)
  .query(({ ctx, input }) => compareSrgs(ctx.db, ctx.services.computing, input.base_id, input.diff_id))
