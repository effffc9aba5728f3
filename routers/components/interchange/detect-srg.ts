import { z } from 'zod'
import { reading } from '../../../src/access/builders.ts'
import { MAX_SHEET_BYTES } from '../../../src/formats/spreadsheet/sheet.ts'
import { upload } from '../../../src/wire/shapes.ts'
import { detectSrg as detected } from '../../../workflows/interchange/sheets/detect-srg.ts'
import { readRequirements } from '../../../workflows/interchange/sheets/read-sheet.ts'
import { asError } from './as-error.ts'

export const detectSrg = reading.signedIn
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/detect_srg',
      tags: ['Interchange'],
      summary: 'Which SRG a spreadsheet speaks of',
    },
    upload: { limitBytes: MAX_SHEET_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'SRG not detected',
  })
  .input(z.object({ file: upload(MAX_SHEET_BYTES) }))
  .output(
    z
      .object({ id: z.int(), srg_id: z.string(), title: z.string(), version: z.string() })
      .meta({ id: 'DetectedSrg' }),
  )
  .mutation(({ ctx, input }) =>
    asError(async () =>
      detected(ctx.db, await readRequirements(ctx.services.computing, input.file, ['srgId'])),
    ),
  )
