import { reading } from '../../src/procedures/access/builders.ts'
import { LatestQuery, listLatestSrgs } from './read/latest-guides.ts'
import { LatestSrgs } from './read/srg.schema.ts'

const tags = ['Guides']

export const latest = reading.anyone
  .meta({
    openapi: { method: 'GET', path: '/api/srgs/latest', tags, summary: 'The newest release of every SRG' },
  })
  .input(LatestQuery)
  .output(LatestSrgs)
  .query(async ({ ctx, input }) => ({ rows: await listLatestSrgs(ctx.db, input.q) }))
