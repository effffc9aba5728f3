import { withReplica, reading } from '../../src/procedures/access/builders.ts'
import { ComponentStats } from './read/progress.schema.ts'
import { readComponentStats } from './read/progress.ts'

const tags = ['Components']

export const stats = reading
  .component('show', 'id')
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/{id}/stats',
      tags,
      summary: 'Statistics of a component',
    },
  })
  .output(ComponentStats)
  .query(({ ctx }) => readComponentStats(ctx.db, ctx.scope.component_id))
