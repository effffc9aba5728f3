import { z } from 'zod'
import { writing } from '../../src/access/builders.ts'
import { tag } from '../../src/wire/guards.ts'
import { guards, toast } from '../../src/wire/shapes.ts'
import { ComponentReleased } from './release.schema.ts'
import { assertCurrent } from './current.ts'
import { workOf } from '../../src/work.ts'
import { releaseSrg } from '../../workflows/components/release-srg.ts'

const tags = ['Components']

export const release = writing
  .component('admin', 'id')
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
  .mutation(async ({ ctx, input }) => {
    const { component } = ctx
    await assertCurrent(ctx, input)
    const released = await releaseSrg(workOf(ctx), component)
    tag(ctx.reply, component)
    const { name, srg_id } = released.catalog_srg
    return { toast: toast('SRG released', `${name ?? srg_id} is in the catalog.`), ...released }
  })
