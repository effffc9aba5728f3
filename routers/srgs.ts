import { z } from 'zod'
import { mayLag, reading, writing } from '../src/access.ts'
import { MAX_BENCHMARK_BYTES } from '../src/formats/upload.ts'
import { bodyId, pathId, Toast, toast, upload } from '../src/shapes.ts'
import { router } from '../src/trpc.ts'
import { OnlyWholeListPage } from '../src/whole-lists.ts'
import { compareSrgs, SrgComparison } from './guides/compare.ts'
import { LatestQuery, latestSrgs } from './guides/latest.ts'
import { removeSrg } from './guides/removal.ts'
import { allSrgs, srgById, srgDetail, srgStats } from './srgs.read.ts'
import { LatestSrgs, Srg, SrgDetail, SrgStats, SrgUploaded } from './srgs.schema.ts'
import { importSrg } from './workflows/import-xccdf.ts'

const tags = ['Guides']

/** Security Requirements Guides of the catalog (components 4.2). */
export const srgs = router({
  list: reading.signedIn
    .meta({ openapi: { method: 'GET', path: '/srgs', tags, summary: 'All SRGs, by title' } })
    .input(OnlyWholeListPage)
    .output(z.array(Srg))
    .query(({ ctx, input }) => allSrgs(ctx.db, input)),

  show: reading.signedIn
    .meta({ openapi: { method: 'GET', path: '/srgs/{id}', tags, summary: 'One SRG with its rules' } })
    .input(z.object({ id: pathId }))
    .output(SrgDetail)
    .query(({ ctx, input }) => srgDetail(ctx.db, input.id)),

  upload: writing.systemAdmin
    .meta({
      openapi: { method: 'POST', path: '/srgs', tags, summary: 'Upload an SRG as XCCDF (.xml or .zip)' },
      upload: { limitBytes: MAX_BENCHMARK_BYTES, only: true },
      required: ['file'],
      limits: ['upload'],
    })
    .input(z.object({ file: upload(MAX_BENCHMARK_BYTES) }))
    .output(SrgUploaded)
    .mutation(async ({ ctx, input }) => {
      const srg = await srgById(ctx.db, await importSrg(ctx.db, ctx.trail, input.file))
      return { toast: toast('SRG uploaded', `${srg.name ?? srg.title} is in the catalog.`), srg }
    }),

  remove: writing.systemAdmin
    .meta({
      openapi: { method: 'DELETE', path: '/srgs/{id}', tags, summary: 'Remove an SRG from the catalog' },
    })
    .input(z.object({ id: pathId }))
    .output(z.object({ toast: Toast }))
    .mutation(async ({ ctx, input }) => {
      const name = await removeSrg(ctx.db, ctx.trail, input.id)
      return { toast: toast('SRG removed', `${name} is no longer in the catalog.`) }
    }),

  latest: reading.anyone
    .meta({
      openapi: { method: 'GET', path: '/api/srgs/latest', tags, summary: 'The newest release of every SRG' },
    })
    .input(LatestQuery)
    .output(LatestSrgs)
    .query(async ({ ctx, input }) => ({ rows: await latestSrgs(ctx.db, input.q) })),

  stats: reading.signedIn
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/srgs/{id}/stats',
        tags,
        summary: 'Figures of an SRG and its use',
      },
    })
    .input(z.object({ id: pathId }))
    .output(SrgStats)
    .query(({ ctx, input }) => srgStats(ctx.db, input.id, ctx.actor)),

  compare: reading.signedIn
    .use(mayLag)
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/srgs/compare',
        tags,
        summary: 'What changed between two releases of an SRG',
      },
      errors: [404],
    })
    .input(z.object({ base_id: bodyId, diff_id: bodyId }))
    .output(SrgComparison)
    .query(({ ctx, input }) => compareSrgs(ctx.db, input.base_id, input.diff_id)),
})
