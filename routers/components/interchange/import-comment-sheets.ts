import { z } from 'zod'
import { commenting } from '../../../src/access/builders.ts'
import { type CommentCells, commentsOf } from '../../../src/formats/spreadsheet/comment-sheet.ts'
import { MAX_SHEET_BYTES } from '../../../src/formats/spreadsheet/sheet.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { toast, Toast, upload } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import { importCommentSheets as imported } from '../../../workflows/interchange/sheets/import-comment-sheets.ts'

/** As many files as one form may have. */
const MOST_FILES = 20

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
  .component('author', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/import_comment_sheets',
      tags: ['Interchange'],
      summary: 'Take comment sheets in, or try it',
    },
    upload: { limitBytes: MAX_SHEET_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Comment sheets not imported',
    mayRunLater: true,
  })
  .input(
    z.object({
      file: z.array(upload(MAX_SHEET_BYTES)).min(1).max(MOST_FILES),
      dry_run: z.boolean().default(true),
    }),
  )
  .concat(knownMembersOnly)
  .output(z.object({ toast: Toast, rows: z.array(Outcome) }).meta({ id: 'CommentSheetsImported' }))
  .mutation(async ({ ctx, input: { file: files, dry_run: dryRun } }) => {
    const given: CommentCells[] = []
    for (const file of files) {
      const sheet = await ctx.services.computing.run('sheet', file)
      given.push(...commentsOf(file.filename, sheet))
    }
    const rows = await imported(workOf(ctx), ctx.scope, given, dryRun)
    const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length
    const said = [
      `${count('imported')} comments ${dryRun ? 'would be' : 'were'} imported, ${count('known')} were there already.`,
      `${count('skipped')} rows are left out, ${count('refused')} cannot be taken in.`,
    ]
    const title = dryRun ? 'Comment sheets checked' : 'Comment sheets imported'
    return {
      toast: toast(title, said, count('skipped') + count('refused') > 0 ? 'warning' : 'success'),
      rows,
    }
  })
