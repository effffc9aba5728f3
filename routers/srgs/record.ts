import { z } from 'zod'
import { reading, writing } from '../../src/access/builders.ts'
import { pathId, Toast, toast } from '../../src/wire/shapes.ts'
import { removeSrg } from '../../workflows/guides/remove-guide.ts'
import { srgDetail } from './read/guide-rows.ts'
import { SrgDetail } from './read/srg.schema.ts'

const tags = ['Guides']

export const show = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/srgs/{id}', tags, summary: 'One SRG with its rules' } })
  .input(z.object({ id: pathId }))
  .output(SrgDetail)
  .query(({ ctx, input }) => srgDetail(ctx, input.id))

export const remove = writing.systemAdmin
  .meta({
    openapi: { method: 'DELETE', path: '/srgs/{id}', tags, summary: 'Remove an SRG from the catalog' },
  })
  .input(z.object({ id: pathId }))
  .output(z.object({ toast: Toast }))
  .mutation(async ({ ctx, input }) => {
    const name = await removeSrg(ctx.db, ctx.trail, input.id)
    return { toast: toast('SRG removed', `${name} is no longer in the catalog.`) }
  })
