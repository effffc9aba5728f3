import { z } from 'zod'
import { MAX_BENCHMARK_BYTES } from '../../src/formats/upload.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { OnlyOptionalPage } from '../../src/procedures/lists/optional-paging.ts'
import { guideUpload } from '../../src/procedures/schemas/guide-upload.ts'
import { isInCatalog } from '../../workflows/guides/import-guides.ts'
import { importUploadedGuides, createUploadToast } from '../guides/upload-response.ts'
import { listSrgs, readSrg } from './read/guide-rows.ts'
import { Srg, SrgUploaded } from './read/srg.schema.ts'

const tags = ['Guides']

export const list = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/srgs', tags, summary: 'All SRGs, by title' } })
  .input(OnlyOptionalPage)
  .output(z.array(Srg))
  .query(({ ctx, input }) => listSrgs(ctx.db, input))

export const uploadSrg = writing.systemAdmin
  .meta({
    openapi: {
      method: 'POST',
      path: '/srgs',
      tags,
      summary: 'Upload SRGs: XCCDF, packages or ReqIF (.reqif, .reqifz)',
    },
    supportsAsync: true,
    upload: { limitBytes: MAX_BENCHMARK_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
  })
  .input(guideUpload(MAX_BENCHMARK_BYTES))
  .output(SrgUploaded)
  .mutation(async ({ ctx, signal, input }) => {
    const imported = await importUploadedGuides({ ctx, signal }, 'srg', input)
    const first = imported.guides.find((line) => line.id !== null && line.status !== 'exists')
    const id = (first ?? imported.guides.find(isInCatalog))?.id ?? null
    const srg = id === null ? null : await readSrg(ctx.db, id)
    return { toast: createUploadToast(imported, 'srg', input.dry_run), srg, ...imported }
  })
