import { z } from 'zod'
import { reading, writing } from '../../src/access/builders.ts'
import { MAX_BENCHMARK_BYTES } from '../../src/formats/upload.ts'
import { GuideUpload, uploadedGuide } from '../../src/wire/guide-upload.ts'
import { toast } from '../../src/wire/shapes.ts'
import { OnlyWholeListPage } from '../../src/lists/whole-lists.ts'
import { allStigs, stigById } from './read/stig-rows.ts'
import { Stig, StigUploaded } from './read/stig.schema.ts'
import { workOf } from '../../src/work.ts'
import { importGuide } from '../../workflows/guides/import-guide.ts'

const tags = ['Guides']

export const list = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/stigs', tags, summary: 'All STIGs, by title' } })
  .input(OnlyWholeListPage)
  .output(z.array(Stig))
  .query(({ ctx, input }) => allStigs(ctx.db, input))

export const uploadStig = writing.systemAdmin
  .meta({
    openapi: {
      method: 'POST',
      path: '/stigs',
      tags,
      summary: 'Upload a STIG: XCCDF (.xml, .zip) or ReqIF (.reqif, .reqifz)',
    },
    mayRunLater: true,
    upload: { limitBytes: MAX_BENCHMARK_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
  })
  .input(GuideUpload)
  .output(StigUploaded)
  .mutation(async ({ ctx, input }) => {
    const stig = await stigById(
      ctx.db,
      await importGuide(workOf(ctx), ctx.services.computing, 'stig', uploadedGuide(input)),
    )
    return { toast: toast('STIG uploaded', `${stig.name ?? stig.title} is in the catalog.`), stig }
  })
