import { MAX_LIBRARY_BYTES } from '../../src/formats/upload.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { guideUpload } from '../../src/procedures/schemas/guide-upload.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { GuidesUploaded } from './read/guide-line.schema.ts'
import { importUploadedGuides, createUploadToast } from './upload-response.ts'

export const uploadGuides = writing.systemAdmin
  .meta({
    openapi: {
      method: 'POST',
      path: '/guides',
      tags: ['Guides'],
      summary: 'Upload guides of both kinds: a document, a package or a library',
    },
    supportsAsync: true,
    upload: { limitBytes: MAX_LIBRARY_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
  })
  .input(guideUpload(MAX_LIBRARY_BYTES))
  .concat(rejectUnknownKeys)
  .output(GuidesUploaded)
  .mutation(async ({ ctx, signal, input }) => {
    const imported = await importUploadedGuides({ ctx, signal }, null, input)
    return { toast: createUploadToast(imported, null, input.dry_run), ...imported }
  })
