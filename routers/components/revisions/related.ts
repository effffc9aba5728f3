import { z } from 'zod'
import { reading } from '../../../src/procedures/access/builders.ts'
import { OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import { RelatedComponent } from '../read/related-components.schema.ts'
import { listRelatedComponents } from '../read/related-components.ts'

const tags = ['Components']

export const related = reading
  .component('show', 'id')
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{id}/related',
      tags,
      summary: 'Other components based on an SRG of the same title',
    },
  })
  .input(OptionalPage)
  .output(z.array(RelatedComponent))
  .query(({ ctx, input }) => listRelatedComponents(ctx.db, ctx.scope.component_id, ctx.actor, input))
