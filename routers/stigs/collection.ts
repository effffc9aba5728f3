import { z } from 'zod'
import { MAX_BENCHMARK_BYTES } from '../../src/formats/upload.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { OnlyOptionalPage } from '../../src/procedures/lists/optional-paging.ts'
import { guideUpload } from '../../src/procedures/schemas/guide-upload.ts'
import { isInCatalog } from '../../workflows/guides/import-guides.ts'
import { importUploadedGuides, createUploadToast } from '../guides/upload-response.ts'
import { listStigs, readStig } from './read/stig-rows.ts'
import { Stig, StigUploaded } from './read/stig.schema.ts'

const tags = ['Guides']

export const list = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/stigs', tags, summary: 'All STIGs, by title' } })
  .input(OnlyOptionalPage)
  .output(z.array(Stig))
  .query(({ ctx, input }) => listStigs(ctx.db, input))

export const uploadStig = writing.systemAdmin
  .meta({
    openapi: {
      method: 'POST',
      path: '/stigs',
      tags,
      summary: 'Upload STIGs: XCCDF, packages or ReqIF (.reqif, .reqifz)',
    },
    supportsAsync: true,
    upload: { limitBytes: MAX_BENCHMARK_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
  })
  .input(guideUpload(MAX_BENCHMARK_BYTES))
  .output(StigUploaded)
  .mutation(async ({ ctx, signal, input }) => {
    const imported = await importUploadedGuides({ ctx, signal }, 'stig', input)
    const first = imported.guides.find((line) => line.id !== null && line.status !== 'exists')
    const id = (first ?? imported.guides.find(isInCatalog))?.id ?? null
    const stig = id === null ? null : await readStig(ctx.db, id)
    return { toast: createUploadToast(imported, 'stig', input.dry_run), stig, ...imported }
  })
