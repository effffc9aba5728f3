import { z } from 'zod'
import { commenting } from '../../../src/access/builders.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { dispositionsOf } from '../../../src/formats/spreadsheet/disposition.ts'
import { MAX_SHEET_BYTES } from '../../../src/formats/spreadsheet/sheet.ts'
import { toast, Toast, upload } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import { importDisposition as imported } from '../../../workflows/interchange/sheets/import-disposition.ts'

const Outcome = z.object({
  row: z.int(),
  comment_id: z.int().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  error: z.string().nullable(),
})

export const importDisposition = commenting
  .component('author', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/import_disposition',
      tags: ['Interchange'],
      summary: 'Take a disposition matrix in, or try it',
    },
    upload: { limitBytes: MAX_SHEET_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Disposition not imported',
    mayRunLater: true,
  })
  .input(z.object({ file: upload(MAX_SHEET_BYTES), dry_run: z.boolean().default(true) }))
  .concat(knownMembersOnly)
  .output(z.object({ toast: Toast, rows: z.array(Outcome) }).meta({ id: 'DispositionImported' }))
  .mutation(async ({ ctx, input: { file, dry_run: dryRun } }) => {
    const sheet = await ctx.services.computing.run('sheet', file)
    const rows = await imported(workOf(ctx), ctx.scope, dispositionsOf(file.filename, sheet), dryRun)
    const refused = rows.filter(({ error }) => error !== null).length
    const changed = rows.filter((row) => row.changed).length
    const said = `${changed} comments ${dryRun ? 'would change' : 'changed'}, ${refused} rows cannot be taken in.`
    const title = dryRun ? 'Disposition checked' : 'Disposition imported'
    return { toast: toast(title, said, refused > 0 ? 'warning' : 'success'), rows }
  })
