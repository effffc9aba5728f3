import { z } from 'zod'
import { reading } from '../../src/access/builders.ts'
import { DomainError } from '../../src/errors.ts'
import { text } from '../../src/wire/shapes.ts'
import { exportedComponents, releasedAmong } from '../../workflows/exports/exported-components.ts'
import { exportable, EXPORT_TYPES, exportAnswer, exportInput, FileOutput, idList } from './export-answer.ts'

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
  .use(async ({ ctx, input, next }) => {
    const named = () => {
      const ids = idList('component_ids', input.component_ids ?? '')
      if (ids.length === 0) throw missing()
      return exportedComponents(ctx.db, releasedAmong(ids))
    }
    return next({ ctx: await exportable('bulk', input, named) })
  })
  .output(FileOutput)
  .query(({ ctx, input: given }) =>
    exportAnswer(ctx, {
      given,
      title: () => 'components',
      sees: { comments: false, addresses: false },
    }),
  )

function missing(): DomainError {
  return new DomainError('malformed', 'parameter_missing', 'The parameter component_ids is missing.', {
    members: { parameter: 'component_ids' },
  })
}
