import { reading } from '../../src/procedures/access/builders.ts'
import { LatestQuery, latestSrgs } from './read/latest-guides.ts'
import { LatestSrgs } from './read/srg.schema.ts'

const tags = ['Guides']

export const latest = reading.anyone
  .meta({
    openapi: { method: 'GET', path: '/api/srgs/latest', tags, summary: 'The newest release of every SRG' },
  })
  .input(LatestQuery)
  .output(LatestSrgs)
  .query(async ({ ctx, input }) => ({ rows: await latestSrgs(ctx.db, input.q) }))
