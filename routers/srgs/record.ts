import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { continues } from '../../src/procedures/schemas/guide-upload.ts'
import { pathId, Toast, createToast } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { lockGuide, setContinued } from '../../workflows/guides/guide-lines.ts'
import { removeSrg } from '../../workflows/guides/remove-guide.ts'
import { readSrgDetail } from './read/guide-rows.ts'
import { SrgDetail } from './read/srg.schema.ts'

const tags = ['Guides']

export const show = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/srgs/{id}', tags, summary: 'One SRG with its rules' } })
  .input(z.object({ id: pathId }))
  .output(SrgDetail)
  .query(({ ctx, input }) => readSrgDetail(ctx, input.id))

export const remove = writing.systemAdmin
  .meta({
    openapi: { method: 'DELETE', path: '/srgs/{id}', tags, summary: 'Remove an SRG from the catalog' },
  })
  .input(z.object({ id: pathId }))
  .output(z.object({ toast: Toast }))
  .mutation(async ({ ctx, input }) => {
    const name = await removeSrg(toUnitOfWork(ctx), input.id)
    return { toast: createToast('SRG removed', `${name} is no longer in the catalog.`) }
  })

export const update = writing.systemAdmin
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/srgs/{id}',
      tags,
      summary: 'Set the guide that an SRG continues under another id',
    },
  })
  .input(z.object({ id: pathId }))
  .use(async ({ ctx, input, next }) => next({ ctx: { guide: await lockGuide(ctx.db, 'srg', input.id) } }))
  .input(z.object({ srg: z.object({ continues }) }))
  .concat(rejectUnknownKeys)
  .output(SrgDetail)
  .mutation(async ({ ctx, input }) => {
    await setContinued(toUnitOfWork(ctx), ctx.guide, input.srg.continues)
    return readSrgDetail(ctx, input.id)
  })
