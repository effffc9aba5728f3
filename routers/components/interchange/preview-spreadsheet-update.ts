import { z } from 'zod'
import { Component } from '../../../entities/component.ts'
import { MAX_SHEET_BYTES } from '../../../src/formats/spreadsheet/sheet.ts'
import { assertUnreleased } from '../../../src/procedures/access/authorize-record.ts'
import { reading } from '../../../src/procedures/access/builders.ts'
import { upload } from '../../../src/procedures/schemas/shapes.ts'
import { createWorkersForUpload } from '../../../src/workers/workers-for-request.ts'
import { readRequirements } from '../../../workflows/interchange/sheets/read-sheet.ts'
import { previewSheet } from '../../../workflows/interchange/sheets/update-from-sheet.ts'

const About = z.object({ rule_id: z.string(), srg_id: z.string().nullable() })

export const SpreadsheetPreview = z
  .object({
    updated: z.array(
      About.extend({
        changes: z.record(z.string(), z.object({ from: z.string().nullable(), to: z.string().nullable() })),
      }),
    ),
    unchanged: z.array(About.extend({ reason: z.string() })),
    skipped_locked: z.array(
      About.extend({ reason: z.string(), skipped_fields: z.array(z.string()).optional() }),
    ),
    warnings: z.array(z.string()),
    preview_token: z.string(),
  })
  .meta({ id: 'SpreadsheetPreview' })

export const previewSpreadsheetUpdate = reading
  .component('author', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/preview_spreadsheet_update',
      tags: ['Interchange'],
      summary: 'What a spreadsheet would change of a component',
    },
    upload: { limitBytes: MAX_SHEET_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Spreadsheet not read',
    errorText: true,
  })
  .use(async ({ ctx, input: { id }, next }) => {
    const { released } = await ctx.db
      .selectFrom('components')
      .select('released')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await assertUnreleased(ctx.db, released, ctx.actor, ctx.effectiveAccess)
    return next()
  })
  .input(z.object({ file: upload(MAX_SHEET_BYTES) }))
  .output(SpreadsheetPreview)
  .mutation(async ({ ctx, signal, input }) => {
    const { database, env } = ctx.services
    const em = database.orm.em.fork()
    const component = await em.findOneOrFail(Component, { id: input.id })
    const workers = createWorkersForUpload({ ctx, signal }, true)
    const sheet = await readRequirements(workers, input.file, 'update', input.id)
    return previewSheet({ em, db: ctx.db, env }, component, input.file.filename, sheet)
  })
