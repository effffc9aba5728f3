import { z } from 'zod'
import { assertUnfrozen } from '../../../entities/rule-locking.ts'
import { writing } from '../../../src/access/builders.ts'
import type { NeedsByBody } from '../../../src/access/by-body.ts'
import { MAX_TEXTS_BYTES } from '../../../src/formats/texts/text-archive.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { upload } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import { importReqif as imported } from '../../../workflows/interchange/texts/import-reqif.ts'
import { TextsImported, textsAnswer } from './texts-answer.ts'

/** Changes are an author's work; new requirements are for project admins, tried or made (rule C-48). */
const IMPORT_NEEDS: NeedsByBody = {
  cases: [{ needs: 'project admin', when: 'true', members: ['create'] }],
  otherwise: 'author',
}

export const importReqif = writing
  .component(IMPORT_NEEDS, 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/import_reqif',
      tags: ['Interchange'],
      summary: 'Take a ReqIF document in, or try it',
    },
    upload: { limitBytes: MAX_TEXTS_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'ReqIF not imported',
    mayRunLater: true,
  })
  .input(
    z.object({
      file: upload(MAX_TEXTS_BYTES),
      create: z.boolean().default(false),
      dry_run: z.boolean().default(true),
    }),
  )
  .concat(knownMembersOnly)
  .use(({ ctx, input, next }) => {
    if (!input.dry_run) assertUnfrozen(ctx.component.isFrozen())
    return next()
  })
  .output(TextsImported)
  .mutation(async ({ ctx, input: { file, create, dry_run: dryRun } }) => {
    const objects = await ctx.services.computing.run('reqif', file)
    const given = { filename: file.filename, objects, create, dryRun }
    return textsAnswer('ReqIF', dryRun, await imported(workOf(ctx), ctx.component, given))
  })
