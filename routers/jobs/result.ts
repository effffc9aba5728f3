import { z } from 'zod'
import { reading } from '../../src/access/builders.ts'
import { knownMembersOnly } from '../../src/trpc.ts'
import { resultOf } from './read/result.ts'

export const result = reading
  .job()
  .meta({
    openapi: {
      method: 'GET',
      path: '/jobs/{id}/result',
      tags: ['Jobs'],
      summary: 'What the operation answered',
    },
    produces: ['application/json', 'application/octet-stream'],
  })
  .concat(knownMembersOnly)
  .output(
    z
      .custom<Response>()
      .meta({ override: { description: 'The file, or the JSON, that the operation answers.' } }),
  )
  .query(({ ctx, input }) => resultOf(ctx, input.id))
