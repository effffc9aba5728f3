import { z } from 'zod'
import { createMissingParameterError } from '../../src/lib/validation-error.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { text } from '../../src/procedures/schemas/shapes.ts'
import { readExportedComponents, isReleasedAmong } from '../../workflows/exports/exported-components.ts'
import {
  prepareExport,
  EXPORT_TYPES,
  respondWithExport,
  createExportInput,
  FileOutput,
  parseIdList,
} from './export-response.ts'

const tags = ['Components']

/** A caller without any role. */
const CALLER_WITHOUT_ROLE = { id: 0, admin: false }

export const bulkExport = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/bulk_export/{type}',
      tags,
      summary: 'Released components as files',
    },
    produces: EXPORT_TYPES,
    errors: [400, 422],
    supportsAsync: true,
  })
  .input(z.object({ ...createExportInput('bulk'), component_ids: text(20_000).optional() }))
  .use(async ({ ctx, input, next }) => {
    const readComponents = () => {
      const ids = parseIdList('component_ids', input.component_ids ?? '')
      if (ids.length === 0) throw createMissingParameterError('component_ids')
      // A job's file can outlive memberships, so it is made as for non-members (rule C-22).
      const caller = ctx.job ? CALLER_WITHOUT_ROLE : ctx.actor
      return readExportedComponents(ctx.db, caller, isReleasedAmong(ids))
    }
    return next({ ctx: await prepareExport('bulk', input, readComponents) })
  })
  .output(FileOutput)
  .query(({ ctx, input }) =>
    respondWithExport(ctx, {
      input,
      title: () => 'components',
      permissions: { comments: false, addresses: false },
    }),
  )
