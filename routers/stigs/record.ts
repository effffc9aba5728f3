import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { continues } from '../../src/procedures/schemas/guide-upload.ts'
import { pathId, Toast, createToast } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { lockGuide, setContinued } from '../../workflows/guides/guide-lines.ts'
import { removeStig } from '../../workflows/guides/remove-guide.ts'
import { readStigDetail } from './read/stig-rows.ts'
import { StigDetail } from './read/stig.schema.ts'

const tags = ['Guides']

export const show = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/stigs/{id}', tags, summary: 'One STIG with its rules' } })
  .input(z.object({ id: pathId }))
  .output(StigDetail)
  .query(({ ctx, input }) => readStigDetail(ctx, input.id))

export const remove = writing.systemAdmin
  .meta({
    openapi: { method: 'DELETE', path: '/stigs/{id}', tags, summary: 'Remove a STIG from the catalog' },
  })
  .input(z.object({ id: pathId }))
  .output(z.object({ toast: Toast }))
  .mutation(async ({ ctx, input }) => {
    const name = await removeStig(ctx.db, ctx.auditLog, input.id)
    return { toast: createToast('STIG removed', `${name} is no longer in the catalog.`) }
  })

export const update = writing.systemAdmin
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/stigs/{id}',
      tags,
      summary: 'Set the guide that a STIG continues under another id',
    },
  })
  .input(z.object({ id: pathId }))
  .use(async ({ ctx, input, next }) => next({ ctx: { guide: await lockGuide(ctx.db, 'stig', input.id) } }))
  .input(z.object({ stig: z.object({ continues }) }))
  .concat(rejectUnknownKeys)
  .output(StigDetail)
  .mutation(async ({ ctx, input }) => {
    await setContinued(toUnitOfWork(ctx), ctx.guide, input.stig.continues)
    return readStigDetail(ctx, input.id)
  })
