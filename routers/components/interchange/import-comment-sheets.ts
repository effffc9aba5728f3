import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { Warnings } from '../../../src/formats/archive/warnings.ts'
import type { CommentCells } from '../../../src/formats/spreadsheet/comment-sheet.ts'
import { MAX_SHEET_BYTES } from '../../../src/formats/spreadsheet/sheet.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { createAccessForImport } from '../../../src/procedures/access/access-for-input.ts'
import { commenting } from '../../../src/procedures/access/builders.ts'
import { createToast, Toast, upload } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { createWorkersForUpload } from '../../../src/workers/workers-for-request.ts'
import { importCommentSheets as imported } from '../../../workflows/interchange/sheets/import-comment-sheets.ts'
import { findSheetEnding } from '../../../workflows/interchange/sheets/read-sheet.ts'
import { attributeToAccounts } from './attribute-to-accounts.ts'

/** Maximum number of files in one form. */
const MAX_FILES = 20

const Outcome = z.object({
  file: z.string(),
  row: z.int(),
  requirement: z.string().nullable(),
  section: z.string().nullable(),
  outcome: z.enum(['imported', 'known', 'skipped', 'refused']),
  comment_id: z.int().nullable(),
  text_changed: z.boolean(),
  message: z.string().nullable(),
})

export const importCommentSheets = commenting
  .component(createAccessForImport('author'), 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/import_comment_sheets',
      tags: ['Interchange'],
      summary: 'Import comment sheets, with a dry run',
    },
    upload: { limitBytes: MAX_SHEET_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Comment sheets not imported',
    supportsAsync: true,
  })
  .input(
    z.object({
      file: z.array(upload(MAX_SHEET_BYTES)).min(1).max(MAX_FILES),
      dry_run: z.boolean().default(true),
      attribute_to_accounts: attributeToAccounts,
    }),
  )
  .concat(rejectUnknownKeys)
  .output(
    z
      .object({ toast: Toast, rows: z.array(Outcome), warnings: z.array(z.string()) })
      .meta({ id: 'CommentSheetsImported' }),
  )
  .mutation(async ({ ctx, signal, input }) => {
    const { id, file: files, dry_run: dryRun, attribute_to_accounts: attribute } = input
    const cells: CommentCells[] = []
    const warnings = new Warnings()
    const workers = createWorkersForUpload({ ctx, signal }, dryRun)
    for (const file of files) {
      const sheet = { ...file, preferred: findSheetEnding(id) }
      const read = await workers.run('commentSheet', sheet)
      cells.push(...read.rows)
      warnings.include(read.skipped)
    }
    const rows = await imported(toUnitOfWork(ctx), ctx.scope, cells, { dryRun, attribute })
    const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length
    const text = [
      `${dryRun ? formatCount(count('imported'), 'comment would be', 'comments would be') : formatCount(count('imported'), 'comment was', 'comments were')} imported, ${formatCount(count('known'), 'was', 'were')} there already.`,
      `${formatCount(count('skipped'), 'row is', 'rows are')} left out, ${count('refused')} cannot be imported.`,
    ]
    const title = dryRun ? 'Comment sheets checked' : 'Comment sheets imported'
    return {
      toast: createToast(title, text, count('skipped') + count('refused') > 0 ? 'warning' : 'success'),
      rows,
      warnings: warnings.list(),
    }
  })
