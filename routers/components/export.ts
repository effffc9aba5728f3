import { z } from 'zod'
import { reading } from '../../src/access/builders.ts'
import { componentStem } from '../../src/formats/exported/file-names.ts'
import { roleAtLeast } from '../../src/vocabulary.ts'
import { amongComponents, exportedComponents } from '../../workflows/exports/exported-components.ts'
import { chosen, COMPONENT_EXPORT } from '../../workflows/exports/exporters.ts'
import { EXPORT_TYPES, exportAnswer, exportInput, exportOptions, FileOutput } from './export-answer.ts'

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
    mayRunLater: true,
  })
  .input(z.object({ ...exportInput, ...exportOptions }))
  .use(({ input, next }) => {
    chosen('component', input.type, input.mode)
    return next()
  })
  .output(FileOutput)
  .query(({ ctx, input: { id, ...given } }) =>
    exportAnswer(ctx, {
      place: 'component',
      given,
      title: ([component]) => (component ? componentStem(component) : ''),
      components: () => exportedComponents(ctx.db, amongComponents([id])),
      sees: {
        comments: ctx.standing.role !== null,
        addresses: roleAtLeast(ctx.standing.projectRole, 'admin'),
      },
    }),
  )
