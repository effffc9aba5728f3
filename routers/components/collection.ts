import { z } from 'zod'
import { reading } from '../../src/procedures/access/builders.ts'
import { OnlyOptionalPage } from '../../src/procedures/lists/optional-paging.ts'
import { ComponentRow } from './read/component-rows.schema.ts'
import { listReleasedComponents } from './read/component-rows.ts'

const tags = ['Components']

export const released = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/components', tags, summary: 'All released components' } })
  .input(OnlyOptionalPage)
  .output(z.array(ComponentRow))
  .query(({ ctx, input }) => listReleasedComponents(ctx.db, ctx.actor, input))
