import { z } from 'zod'
import { reading } from '../../../src/procedures/access/builders.ts'
import { page, Pagination, perPage } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { DeletedRule } from '../../rules/read/deleted.schema.ts'
import { listDeletedRules } from '../../rules/read/deleted.ts'

export const deleted = reading
  .component('author')
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{componentId}/rules/deleted',
      tags: ['Requirements'],
      summary: 'Deleted requirements of a component, newest first',
    },
  })
  .input(z.object({ page, per_page: perPage(1000) }))
  .concat(rejectUnknownKeys)
  .output(z.object({ rules: z.array(DeletedRule), pagination: Pagination }))
  .query(({ ctx, input }) => listDeletedRules(ctx.db, ctx.scope.component_id, input))
