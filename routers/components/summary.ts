import { reading } from '../../src/procedures/access/builders.ts'
import { setETag } from '../../src/procedures/schemas/guards.ts'
import { ComponentSummary } from './read/component-rows.schema.ts'
import { readComponentSummary } from './read/component-summary.ts'

const tags = ['Components']

export const summary = reading
  .component('show', 'id')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/{id}/summary',
      tags,
      summary: 'One component without its requirements',
    },
  })
  .output(ComponentSummary)
  .query(async ({ ctx }) => {
    const now = ctx.services.clock()
    const summary = await readComponentSummary(ctx.db, ctx.scope.component_id, ctx.effectiveAccess.role, now)
    setETag(ctx.reply, { lockVersion: summary.lock_version })
    return summary
  })
