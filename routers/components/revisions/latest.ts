import { z } from 'zod'
import { reading } from '../../../src/procedures/access/builders.ts'
import { LatestQuery, listLatestComponents } from '../../srgs/read/latest-guides.ts'

const tags = ['Components']

const nullableInt = z.int().nullable()

export const latest = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/latest',
      tags,
      summary: 'The newest released component of every prefix',
    },
  })
  .input(LatestQuery)
  .output(
    z.object({
      rows: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          prefix: z.string(),
          version: nullableInt,
          release: nullableInt,
          title: z.string(),
        }),
      ),
    }),
  )
  .query(async ({ ctx, input }) => ({ rows: await listLatestComponents(ctx.db, input.q) }))
