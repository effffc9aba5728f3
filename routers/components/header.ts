import { reading } from '../../src/procedures/access/builders.ts'
import { setETag } from '../../src/procedures/schemas/guards.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { ComponentHeader } from './read/overview/header.schema.ts'
import { readComponentHeader } from './read/overview/header.ts'

export const header = reading
  .component('show', 'id')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/{id}/header',
      tags: ['Components'],
      summary: 'The header of the pages of a component',
    },
  })
  .concat(rejectUnknownKeys)
  .output(ComponentHeader)
  .query(async ({ ctx }) => {
    const now = ctx.services.clock()
    const view = await readComponentHeader(ctx.db, ctx.scope.component_id, ctx.effectiveAccess, now)
    setETag(ctx.reply, { lockVersion: view.lock_version })
    return view
  })
