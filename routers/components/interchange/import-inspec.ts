import { z } from 'zod'
import { assertUnfrozen } from '../../../entities/rule-locking.ts'
import { writing } from '../../../src/access/builders.ts'
import { MAX_TEXTS_BYTES } from '../../../src/formats/texts/text-archive.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { upload } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import {
  assertTakesInspec,
  importInspec as imported,
} from '../../../workflows/interchange/texts/import-inspec.ts'
import { TextsImported, textsAnswer } from './texts-answer.ts'

export const importInspec = writing
  .component('author', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/import_inspec',
      tags: ['Interchange'],
      summary: 'Take the controls of an InSpec profile in, or try it',
    },
    upload: { limitBytes: MAX_TEXTS_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'InSpec profile not imported',
    mayRunLater: true,
  })
  .input(z.object({ file: upload(MAX_TEXTS_BYTES), dry_run: z.boolean().default(true) }))
  .concat(knownMembersOnly)
  .use(({ ctx, input, next }) => {
    assertTakesInspec(ctx.component)
    if (!input.dry_run) assertUnfrozen(ctx.component.isFrozen())
    return next()
  })
  .output(TextsImported)
  .mutation(async ({ ctx, input: { file, dry_run: dryRun } }) => {
    const controls = await ctx.services.computing.run('inspec', file)
    const given = { filename: file.filename, controls, dryRun }
    return textsAnswer('InSpec profile', dryRun, await imported(workOf(ctx), ctx.component, given))
  })
