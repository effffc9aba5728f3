import { z } from 'zod'
import { reading } from '../../src/access/builders.ts'
import { DomainError } from '../../src/errors.ts'
import { text } from '../../src/wire/shapes.ts'
import { chosen } from '../../workflows/exports/exporters.ts'
import { exportedComponents, releasedAmong } from '../../workflows/exports/exported-components.ts'
import { EXPORT_TYPES, exportAnswer, exportInput, FileOutput, idList } from './export-answer.ts'

const tags = ['Components']

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
    mayRunLater: true,
  })
  .input(z.object({ ...exportInput, component_ids: text(20_000).optional() }))
  .use(({ input: { type, mode, component_ids: list = '' }, next }) => {
    chosen('bulk', type, mode)
    if (idList('component_ids', list).length === 0) throw missing()
    return next()
  })
  .output(FileOutput)
  .query(({ ctx, input: { component_ids: list = '', ...given } }) =>
    exportAnswer(ctx, {
      place: 'bulk',
      given,
      title: () => 'components',
      components: () => exportedComponents(ctx.db, releasedAmong(idList('component_ids', list))),
      sees: { comments: false, addresses: false },
    }),
  )

function missing(): DomainError {
  return new DomainError('malformed', 'parameter_missing', 'The parameter component_ids is missing.', {
    members: { parameter: 'component_ids' },
  })
}
