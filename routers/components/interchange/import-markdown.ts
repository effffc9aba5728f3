import { z } from 'zod'
import { assertUnfrozen } from '../../../entities/rule-locking.ts'
import { writing } from '../../../src/access/builders.ts'
import { MAX_TEXTS_BYTES } from '../../../src/formats/texts/text-archive.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { upload } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import { updateRequirements } from '../../../workflows/interchange/texts/update-requirements.ts'
import { TextsImported, textsAnswer } from './texts-answer.ts'

export const importMarkdown = writing
  .component('author', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/import_markdown',
      tags: ['Interchange'],
      summary: 'Take a folder of Markdown in, or try it',
    },
    upload: { limitBytes: MAX_TEXTS_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Markdown not imported',
    mayRunLater: true,
  })
  .input(z.object({ file: upload(MAX_TEXTS_BYTES), dry_run: z.boolean().default(true) }))
  .concat(knownMembersOnly)
  .use(({ ctx, input, next }) => {
    if (!input.dry_run) assertUnfrozen(ctx.component.isFrozen())
    return next()
  })
  .output(TextsImported)
  .mutation(async ({ ctx, input: { file, dry_run: dryRun } }) => {
    const read = await ctx.services.computing.run('markdown', file)
    const given = read.map((one) => ({ ...one, name: one.id, names: [one.id], empty: null }))
    const asked = { filename: file.filename, given, dryRun }
    return textsAnswer('Markdown', dryRun, await updateRequirements(workOf(ctx), ctx.component, asked))
  })
