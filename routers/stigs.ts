import { z } from 'zod'
import { reading, writing } from '../src/access.ts'
import { MAX_BENCHMARK_BYTES } from '../src/formats/upload.ts'
import { pathId, Toast, toast, upload } from '../src/shapes.ts'
import { router } from '../src/trpc.ts'
import { OnlyWholeListPage } from '../src/whole-lists.ts'
import { LatestQuery, latestStigs } from './guides/latest.ts'
import { removeStig } from './guides/removal.ts'
import { allStigs, stigById, stigDetail } from './stigs.read.ts'
import { LatestStigs, Stig, StigDetail, StigStats, StigUploaded } from './stigs.schema.ts'
import { importStig } from './workflows/import-xccdf.ts'

const tags = ['Guides']

/** Published STIGs of the catalog: reference data, never the base of a component (components 4.2). */
export const stigs = router({
  list: reading.signedIn
    .meta({ openapi: { method: 'GET', path: '/stigs', tags, summary: 'All STIGs, by title' } })
    .input(OnlyWholeListPage)
    .output(z.array(Stig))
    .query(({ ctx, input }) => allStigs(ctx.db, input)),

  show: reading.signedIn
    .meta({ openapi: { method: 'GET', path: '/stigs/{id}', tags, summary: 'One STIG with its rules' } })
    .input(z.object({ id: pathId }))
    .output(StigDetail)
    .query(({ ctx, input }) => stigDetail(ctx.db, input.id)),

  upload: writing.systemAdmin
    .meta({
      openapi: { method: 'POST', path: '/stigs', tags, summary: 'Upload a STIG as XCCDF (.xml or .zip)' },
      upload: { limitBytes: MAX_BENCHMARK_BYTES, only: true },
      required: ['file'],
      limits: ['upload'],
    })
    .input(z.object({ file: upload(MAX_BENCHMARK_BYTES) }))
    .output(StigUploaded)
    .mutation(async ({ ctx, input }) => {
      const stig = await stigById(ctx.db, await importStig(ctx.db, ctx.trail, input.file))
      return { toast: toast('STIG uploaded', `${stig.name ?? stig.title} is in the catalog.`), stig }
    }),

  remove: writing.systemAdmin
    .meta({
      openapi: { method: 'DELETE', path: '/stigs/{id}', tags, summary: 'Remove a STIG from the catalog' },
    })
    .input(z.object({ id: pathId }))
    .output(z.object({ toast: Toast }))
    .mutation(async ({ ctx, input }) => {
      const name = await removeStig(ctx.db, ctx.trail, input.id)
      return { toast: toast('STIG removed', `${name} is no longer in the catalog.`) }
    }),

  latest: reading.anyone
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/stigs/latest',
        tags,
        summary: 'The newest release of every STIG',
      },
    })
    .input(LatestQuery)
    .output(LatestStigs)
    .query(async ({ ctx, input }) => ({ rows: await latestStigs(ctx.db, input.q) })),

  stats: reading.anyone
    .meta({ openapi: { method: 'GET', path: '/api/stigs/{id}/stats', tags, summary: 'Figures of a STIG' } })
    .input(z.object({ id: pathId }))
    .output(StigStats)
    .query(async ({ ctx, input }) => {
      const { severity_counts } = await stigById(ctx.db, input.id)
      const { high, medium, low } = severity_counts
      return { rule_count: high + medium + low, severity_counts }
    }),
})
