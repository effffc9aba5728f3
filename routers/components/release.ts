import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { setETag } from '../../src/procedures/schemas/guards.ts'
import { guards, createToast } from '../../src/procedures/schemas/shapes.ts'
import { createWorkersForRead } from '../../src/workers/workers-for-request.ts'
import { releaseSrg } from '../../workflows/components/release-srg.ts'
import { assertCurrent } from './current.ts'
import { ComponentReleased } from './release.schema.ts'

const tags = ['Components']

export const release = writing
  .component('system admin', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/release',
      tags,
      summary: 'Publish an SRG component into the catalog',
    },
    emptyBody: true,
    etag: true,
  })
  .input(z.object(guards))
  .output(ComponentReleased)
  .mutation(async ({ ctx, signal, input }) => {
    const { component } = ctx
    await assertCurrent(ctx, input)
    const released = await releaseSrg(toUnitOfWork(ctx), createWorkersForRead({ ctx, signal }), component)
    setETag(ctx.reply, component)
    const { name, srg_id } = released.catalog_srg
    return { toast: createToast('SRG released', `${name ?? srg_id} is in the catalog.`), ...released }
  })
