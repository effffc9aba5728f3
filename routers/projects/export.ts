import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { text } from '../../src/procedures/schemas/shapes.ts'
import { roleAtLeast } from '../../src/vocabulary.ts'
import { isInProject, readExportedComponents } from '../../workflows/exports/exported-components.ts'
import { PROJECT_EXPORT } from '../../workflows/exports/exporters.ts'
import {
  prepareExport,
  EXPORT_TYPES,
  respondWithExport,
  createExportInput,
  exportOptions,
  FileOutput,
  parseIdList,
} from '../components/export-response.ts'

const tags = ['Projects']

export const exportProject = reading
  .project(PROJECT_EXPORT, 'id')
  .meta({
    openapi: { method: 'GET', path: '/projects/{id}/export/{type}', tags, summary: 'A project as a file' },
    produces: EXPORT_TYPES,
    errors: [400, 422],
    supportsAsync: true,
  })
  .input(
    z.object({ ...createExportInput('project'), ...exportOptions, component_ids: text(20_000).optional() }),
  )
  .use(async ({ ctx, input, next }) => {
    const ids = () => parseIdList('component_ids', input.component_ids ?? '')
    const readComponents = () => readExportedComponents(ctx.db, ctx.actor, isInProject(input.id, ids()))
    return next({ ctx: await prepareExport('project', input, readComponents) })
  })
  .output(FileOutput)
  .query(({ ctx, input }) =>
    respondWithExport(ctx, {
      input,
      title: ([component]) => component?.projectName ?? '',
      permissions: { comments: true, addresses: roleAtLeast(ctx.effectiveAccess.projectRole, 'admin') },
    }),
  )
