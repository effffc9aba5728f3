import { z } from 'zod'
import { MAX_SHEET_BYTES } from '../../../src/formats/spreadsheet/sheet.ts'
import { reading } from '../../../src/procedures/access/builders.ts'
import { upload } from '../../../src/procedures/schemas/shapes.ts'
import { createWorkersForUpload } from '../../../src/workers/workers-for-request.ts'
import { detectSrg as detected } from '../../../workflows/interchange/sheets/detect-srg.ts'
import { readRequirements } from '../../../workflows/interchange/sheets/read-sheet.ts'

export const detectSrg = reading.signedIn
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/detect_srg',
      tags: ['Interchange'],
      summary: 'Detect the SRG of a spreadsheet',
    },
    upload: { limitBytes: MAX_SHEET_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'SRG not detected',
    errorText: true,
  })
  .input(z.object({ file: upload(MAX_SHEET_BYTES) }))
  .output(
    z
      .object({ id: z.int(), srg_id: z.string(), title: z.string(), version: z.string() })
      .meta({ id: 'DetectedSrg' }),
  )
  .mutation(async ({ ctx, signal, input }) => {
    const workers = createWorkersForUpload({ ctx, signal }, true)
    return detected(ctx.db, await readRequirements(workers, input.file, 'detection'))
  })
