import { z } from 'zod'
import { reading } from '../../src/access/builders.ts'
import { OnlyWholeListPage } from '../../src/lists/whole-lists.ts'
import { releasedComponents } from './read/component-rows.ts'
import { ComponentRow } from './read/component-rows.schema.ts'

const tags = ['Components']

export const released = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/components', tags, summary: 'All released components' } })
  .input(OnlyWholeListPage)
  .output(z.array(ComponentRow))
  .query(({ ctx, input }) => releasedComponents(ctx.db, input))
