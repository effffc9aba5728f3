import { z } from 'zod'
import { reading } from '../../src/access/builders.ts'
import { roleAtLeast } from '../../src/vocabulary.ts'
import { text } from '../../src/wire/shapes.ts'
import { componentsOfProject, exportedComponents } from '../../workflows/exports/exported-components.ts'
import { chosen, PROJECT_EXPORT } from '../../workflows/exports/exporters.ts'
import {
  EXPORT_TYPES,
  exportAnswer,
  exportInput,
  exportOptions,
  FileOutput,
  idList,
} from '../components/export-answer.ts'

const tags = ['Projects']

export const exportProject = reading
  .project(PROJECT_EXPORT, 'id')
  .meta({
    openapi: { method: 'GET', path: '/projects/{id}/export/{type}', tags, summary: 'A project as a file' },
    produces: EXPORT_TYPES,
    errors: [400, 422],
    mayRunLater: true,
  })
  .input(z.object({ ...exportInput, ...exportOptions, component_ids: text(20_000).optional() }))
  .use(({ input, next }) => {
    chosen('project', input.type, input.mode)
    return next()
  })
  .output(FileOutput)
  .query(({ ctx, input: { id, component_ids: list = '', ...given } }) =>
    exportAnswer(ctx, {
      place: 'project',
      given,
      title: ([component]) => component?.projectName ?? '',
      components: () => {
        const ids = idList('component_ids', list)
        return exportedComponents(ctx.db, componentsOfProject(id, ids.length > 0 ? ids : null))
      },
      sees: { comments: true, addresses: roleAtLeast(ctx.standing.projectRole, 'admin') },
    }),
  )
