import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { text } from '../../src/procedures/schemas/shapes.ts'
import { roleAtLeast } from '../../src/vocabulary.ts'
import { componentsOfProject, exportedComponents } from '../../workflows/exports/exported-components.ts'
import { PROJECT_EXPORT } from '../../workflows/exports/exporters.ts'
import {
  exportable,
  EXPORT_TYPES,
  exportResponse,
  exportInput,
  exportOptions,
  FileOutput,
  idList,
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
  .input(z.object({ ...exportInput('project'), ...exportOptions, component_ids: text(20_000).optional() }))
  .use(async ({ ctx, input, next }) => {
    const ids = () => idList('component_ids', input.component_ids ?? '')
    const own = () => exportedComponents(ctx.db, ctx.actor, componentsOfProject(input.id, ids()))
    return next({ ctx: await exportable('project', input, own) })
  })
  .output(FileOutput)
  .query(({ ctx, input: given }) =>
    exportResponse(ctx, {
      given,
      title: ([component]) => component?.projectName ?? '',
      sees: { comments: true, addresses: roleAtLeast(ctx.standing.projectRole, 'admin') },
    }),
  )
