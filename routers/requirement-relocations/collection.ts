import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { OptionalPage } from '../../src/procedures/lists/optional-paging.ts'
import { text } from '../../src/procedures/schemas/shapes.ts'
import { RelocationView } from './read/relocation-rows.schema.ts'
import { listKnownRelocations } from './read/relocation-rows.ts'

const tags = ['Relocations']

export const list = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/requirement_relocations',
      tags,
      summary: 'Relocations of your projects, and open ones with a target in your projects',
    },
  })
  .input(OptionalPage.extend({ target_technology_token: text(255).optional() }))
  .output(z.array(RelocationView))
  .query(({ ctx, input }) => listKnownRelocations(ctx.db, ctx.actor, input))
