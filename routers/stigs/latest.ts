import { reading } from '../../src/procedures/access/builders.ts'
import { LatestQuery, listLatestStigs } from '../srgs/read/latest-guides.ts'
import { LatestStigs } from './read/stig.schema.ts'

const tags = ['Guides']

export const latest = reading.anyone
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/stigs/latest',
      tags,
      summary: 'The newest release of every STIG',
    },
  })
  .input(LatestQuery)
  .output(LatestStigs)
  .query(async ({ ctx, input }) => ({ rows: await listLatestStigs(ctx.db, input.q) }))
