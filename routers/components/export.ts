import { z } from 'zod'
import { toComponentStem } from '../../src/formats/exported/file-names.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { roleAtLeast } from '../../src/vocabulary.ts'
import { isAmongComponents, readExportedComponents } from '../../workflows/exports/exported-components.ts'
import { COMPONENT_EXPORT } from '../../workflows/exports/exporters.ts'
import {
  prepareExport,
  EXPORT_TYPES,
  respondWithExport,
  createExportInput,
  exportOptions,
  FileOutput,
} from './export-response.ts'

const tags = ['Components']

export const exportComponent = reading
  .component(COMPONENT_EXPORT, 'id')
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{id}/export/{type}',
      tags,
      summary: 'A component as a file',
    },
    produces: EXPORT_TYPES,
    errors: [400, 422],
    supportsAsync: true,
  })
  .input(z.object({ ...createExportInput('component'), ...exportOptions }))
  .use(async ({ ctx, input, next }) => {
    const readComponents = () => readExportedComponents(ctx.db, ctx.actor, isAmongComponents([input.id]))
    return next({ ctx: await prepareExport('component', input, readComponents) })
  })
  .output(FileOutput)
  .query(({ ctx, input }) =>
    respondWithExport(ctx, {
      input,
      title: ([component]) => (component ? toComponentStem(component) : ''),
      permissions: {
        comments: ctx.effectiveAccess.role !== null,
        addresses: roleAtLeast(ctx.effectiveAccess.projectRole, 'admin'),
      },
    }),
  )
