import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { MAX_TEXTS_BYTES } from '../../../src/formats/texts/text-archive.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { upload } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { createWorkersForUpload } from '../../../src/workers/workers-for-request.ts'
import {
  assertImportable,
  updateRequirements,
} from '../../../workflows/interchange/texts/update-requirements.ts'
import { TextsImported, toTextImportResponse } from './text-import-response.ts'

export const importMarkdown = writing
  .componentBeforeLock('author', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/import_markdown',
      tags: ['Interchange'],
      summary: 'Import a folder of Markdown, with a dry run',
    },
    upload: { limitBytes: MAX_TEXTS_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Markdown not imported',
    supportsAsync: true,
  })
  .input(z.object({ file: upload(MAX_TEXTS_BYTES), dry_run: z.boolean().default(true) }))
  .concat(rejectUnknownKeys)
  .use(({ ctx, input, next }) => {
    assertImportable(ctx.component, input.dry_run)
    return next()
  })
  .output(TextsImported)
  .mutation(async ({ ctx, signal, input: { file, dry_run: dryRun } }) => {
    const requirements = await createWorkersForUpload({ ctx, signal }, dryRun).run('markdown', file)
    await ctx.lockComponent()
    assertImportable(ctx.component, dryRun)
    const namedRequirements = requirements.map((item) => ({
      ...item,
      name: item.id,
      names: [item.id],
      empty: null,
    }))
    const update = { filename: file.filename, requirements: namedRequirements, dryRun }
    return toTextImportResponse(
      'Markdown',
      dryRun,
      await updateRequirements(toUnitOfWork(ctx), ctx.component, update),
    )
  })
