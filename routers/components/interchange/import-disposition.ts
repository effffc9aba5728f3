import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { Warnings } from '../../../src/formats/archive/warnings.ts'
import { MAX_SHEET_BYTES } from '../../../src/formats/spreadsheet/sheet.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { createAccessForImport } from '../../../src/procedures/access/access-for-input.ts'
import { commenting } from '../../../src/procedures/access/builders.ts'
import { createToast, Toast, upload } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { createWorkersForUpload } from '../../../src/workers/workers-for-request.ts'
import { importDisposition as imported } from '../../../workflows/interchange/sheets/import-disposition.ts'
import { findSheetEnding } from '../../../workflows/interchange/sheets/read-sheet.ts'
import { listUnreadCells } from '../../../workflows/interchange/sheets/rows/unread-cells.ts'
import { attributeToAccounts } from './attribute-to-accounts.ts'

const Outcome = z.object({
  row: z.int(),
  comment_id: z.int().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  outcome: z.enum(['changed', 'unchanged', 'left_out', 'refused']),
  error: z.string().nullable(),
})

export const importDisposition = commenting
  .component(createAccessForImport('author'), 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/import_disposition',
      tags: ['Interchange'],
      summary: 'Import a disposition matrix, with a dry run',
    },
    upload: { limitBytes: MAX_SHEET_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Disposition not imported',
    supportsAsync: true,
  })
  .input(
    z.object({
      file: upload(MAX_SHEET_BYTES),
      dry_run: z.boolean().default(true),
      attribute_to_accounts: attributeToAccounts,
    }),
  )
  .concat(rejectUnknownKeys)
  .output(
    z
      .object({ toast: Toast, rows: z.array(Outcome), warnings: z.array(z.string()) })
      .meta({ id: 'DispositionImported' }),
  )
  .mutation(async ({ ctx, signal, input }) => {
    const { id, file, dry_run: dryRun, attribute_to_accounts: attribute } = input
    const request = { ...file, preferred: findSheetEnding(id) }
    const sheet = await createWorkersForUpload({ ctx, signal }, dryRun).run('dispositionSheet', request)
    const work = toUnitOfWork(ctx)
    const rows = await imported(work, ctx.scope, sheet.rows, { dryRun, attribute })
    const unreadCells = await listUnreadCells(work.db, id, sheet.rows)
    const warnings = new Warnings()
    warnings.include(sheet.skipped)
    const filename = file.filename.slice(0, 255)
    for (const { row, outcome, error } of rows) {
      if (outcome === 'left_out') warnings.addText(`${filename}, row ${row}: ${error ?? ''}`)
      else for (const message of unreadCells.get(row) ?? []) warnings.add(filename, row, message)
    }
    const count = (which: string) => rows.filter(({ outcome }) => outcome === which).length
    const [changed, leftOut, refused] = [count('changed'), count('left_out'), count('refused')]
    const message = [
      `${formatCount(changed, 'comment', 'comments')} ${dryRun ? 'would change' : 'changed'}, ${formatCount(refused, 'row', 'rows')} cannot be imported.`,
      ...(leftOut > 0
        ? [
            dryRun
              ? formatCount(leftOut, 'row would be left out.', 'rows would be left out.')
              : formatCount(leftOut, 'row was left out.', 'rows were left out.'),
          ]
        : []),
    ]
    const title = dryRun ? 'Disposition checked' : 'Disposition imported'
    const variant = refused + leftOut > 0 ? 'warning' : 'success'
    return { toast: createToast(title, message, variant), rows, warnings: warnings.list() }
  })
