import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { AUDIT_LOG_TYPES } from '../audits/export.ts'
import { EXPORT_TYPES } from '../components/export-response.ts'
import { GUIDE_TYPES } from '../srgs/export-guide.ts'
import { respondWithResult } from './read/result.ts'

/** Media types of all operations that can run as a job. */
const RESULT_TYPES = [...new Set(['application/json', ...EXPORT_TYPES, ...GUIDE_TYPES, ...AUDIT_LOG_TYPES])]

export const result = reading
  .job()
  .meta({
    openapi: {
      method: 'GET',
      path: '/jobs/{id}/result',
      tags: ['Jobs'],
      summary: 'The result of a job',
    },
    produces: RESULT_TYPES,
  })
  .concat(rejectUnknownKeys)
  .output(
    z
      .custom<Response>()
      .meta({ override: { description: 'The file, or the JSON, that the operation answers.' } }),
  )
  .query(({ ctx, input }) => respondWithResult(ctx, input.id))
