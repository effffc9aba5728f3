import { reading } from '../../src/access/builders.ts'
import { knownMembersOnly } from '../../src/trpc.ts'
import { tag } from '../../src/wire/guards.ts'
import { componentHeader } from './read/overview/header.ts'
import { ComponentHeader } from './read/overview/header.schema.ts'

export const header = reading
  .component('show', 'id')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/{id}/header',
      tags: ['Components'],
      summary: 'What stands above every page of a component',
    },
  })
  .concat(knownMembersOnly)
  .output(ComponentHeader)
  .query(async ({ ctx }) => {
    const now = ctx.services.clock()
    const found = await componentHeader(ctx.db, ctx.scope.component_id, ctx.standing, now)
    tag(ctx.reply, { lockVersion: found.lock_version })
    return found
  })
