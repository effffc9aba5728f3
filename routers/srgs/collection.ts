import { z } from 'zod'
import { reading, writing } from '../../src/access/builders.ts'
import { MAX_BENCHMARK_BYTES } from '../../src/formats/upload.ts'
import { GuideUpload, uploadedGuide } from '../../src/wire/guide-upload.ts'
import { toast } from '../../src/wire/shapes.ts'
import { OnlyWholeListPage } from '../../src/lists/whole-lists.ts'
import { allSrgs, srgById } from './read/guide-rows.ts'
import { Srg, SrgUploaded } from './read/srg.schema.ts'
import { workOf } from '../../src/work.ts'
import { importGuide } from '../../workflows/guides/import-guide.ts'

const tags = ['Guides']

export const list = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/srgs', tags, summary: 'All SRGs, by title' } })
  .input(OnlyWholeListPage)
  .output(z.array(Srg))
  .query(({ ctx, input }) => allSrgs(ctx.db, input))

export const uploadSrg = writing.systemAdmin
  .meta({
    openapi: {
      method: 'POST',
      path: '/srgs',
      tags,
      summary: 'Upload an SRG: XCCDF (.xml, .zip) or ReqIF (.reqif, .reqifz)',
    },
    mayRunLater: true,
    upload: { limitBytes: MAX_BENCHMARK_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
  })
  .input(GuideUpload)
  .output(SrgUploaded)
  .mutation(async ({ ctx, input }) => {
    const srg = await srgById(
      ctx.db,
      await importGuide(workOf(ctx), ctx.services.computing, 'srg', uploadedGuide(input)),
    )
    return { toast: toast('SRG uploaded', `${srg.name ?? srg.title} is in the catalog.`), srg }
  })
