import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { MAX_SHEET_BYTES } from '../../../src/formats/spreadsheet/sheet.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { guards, requiredText, Toast, createToast, upload } from '../../../src/procedures/schemas/shapes.ts'
import { createWorkersForUpload } from '../../../src/workers/workers-for-request.ts'
import { readRequirements } from '../../../workflows/interchange/sheets/read-sheet.ts'
import { applySheet, assertTakesSheet } from '../../../workflows/interchange/sheets/update-from-sheet.ts'
import { assertCurrent } from '../current.ts'

export const applySpreadsheetUpdate = writing
  .componentBeforeLock('author', 'id')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/components/{id}/apply_spreadsheet_update',
      tags: ['Interchange'],
      summary: 'Update the requirements of a component from a spreadsheet',
    },
    upload: { limitBytes: MAX_SHEET_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Spreadsheet not applied',
    errorText: true,
    errors: [409],
    supportsAsync: true,
  })
  .input(z.object({ file: upload(MAX_SHEET_BYTES), preview_token: requiredText(100).nullish(), ...guards }))
  .use(async ({ ctx, input, next }) => {
    await assertCurrent(ctx, input)
    assertTakesSheet(ctx.component)
    return next()
  })
  .output(z.object({ toast: Toast, warnings: z.array(z.string()) }).meta({ id: 'SpreadsheetApplied' }))
  .mutation(async ({ ctx, signal, input }) => {
    const { filename } = input.file
    const workers = createWorkersForUpload({ ctx, signal }, false)
    const sheet = await readRequirements(workers, input.file, 'update', input.id)
    await assertCurrent({ ...ctx, ...(await ctx.lockComponent()) }, input)
    const token = input.preview_token?.trim() ?? null
    const { count, warnings } = await applySheet(toUnitOfWork(ctx), ctx.component, {
      filename,
      sheet,
      token,
    })
    const variant = warnings.length > 0 ? 'warning' : 'success'
    return {
      toast: createToast(
        'Spreadsheet applied',
        formatCount(count, 'requirement was updated.', 'requirements were updated.'),
        variant,
      ),
      warnings,
    }
  })
