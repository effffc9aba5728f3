import { reading } from '../../src/access/builders.ts'
import { knownMembersOnly } from '../../src/trpc.ts'
import { readinessOf } from './read/overview/readiness.ts'
import { Readiness } from './read/overview/readiness.schema.ts'

export const readiness = reading
  .component('viewer', 'id')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/{id}/readiness',
      tags: ['Components'],
      summary: 'What stands between a component and its release',
    },
  })
  .concat(knownMembersOnly)
  .output(Readiness)
  .query(({ ctx }) => readinessOf(ctx.db, ctx.scope.component_id))
