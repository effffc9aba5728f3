import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { CHECKED_PARTS, CheckedPart, CheckResult } from './read/checks.schema.ts'
import { checkPart, checkParts } from './read/checks.ts'

const tags = ['Administration']

export const checks = reading.systemAdmin
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/administration/checks',
      tags,
      summary: 'The services that this one depends on',
    },
  })
  .concat(rejectUnknownKeys)
  .output(z.object({ checks: z.array(CheckedPart).meta({ description: 'In a fixed order.' }) }))
  .query(({ ctx }) => ({ checks: checkParts(ctx.services.env) }))

export const check = reading.systemAdmin
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/administration/checks/{part}',
      tags,
      summary: 'Test the connection to a service that this one depends on',
    },
  })
  .input(z.object({ part: z.enum(CHECKED_PARTS).meta({ description: 'The service to connect to.' }) }))
  .concat(rejectUnknownKeys)
  .output(CheckResult)
  .query(({ ctx, input }) => checkPart(ctx.services, input.part))
