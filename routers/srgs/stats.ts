import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { pathId } from '../../src/procedures/schemas/shapes.ts'
import { readSrgStats } from './read/guide-rows.ts'
import { SrgStats } from './read/srg.schema.ts'

const tags = ['Guides']

export const stats = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/srgs/{id}/stats',
      tags,
      summary: 'Figures of an SRG and its use',
    },
  })
  .input(z.object({ id: pathId }))
  .output(SrgStats)
  .query(({ ctx, input }) => readSrgStats(ctx.db, input.id, ctx.actor))
