import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { REQIF_FIELDS } from '../../../src/formats/texts/reqif-requirements.ts'
import { MAX_TEXTS_BYTES } from '../../../src/formats/texts/text-archive.ts'
import type { AccessForInput } from '../../../src/procedures/access/access-for-input.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { reqifMapping } from '../../../src/procedures/schemas/reqif-mapping.ts'
import { upload } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { createWorkersForUpload } from '../../../src/workers/workers-for-request.ts'
import { importReqif as imported } from '../../../workflows/interchange/texts/import-reqif.ts'
import { assertImportable } from '../../../workflows/interchange/texts/update-requirements.ts'
import { GuideWarning } from '../../guides/read/guide-line.schema.ts'
import { TextsImported, toTextImportResponse } from './text-import-response.ts'

const ReqifImported = TextsImported.extend({
  attributes: z.array(
    z.object({
      name: z.string().meta({ description: 'Name of an attribute of the document.' }),
      field: z
        .enum(REQIF_FIELDS)
        .nullable()
        .meta({ description: 'The field that it is read as; null if it is not read.' }),
      values: z.int().meta({ description: 'Objects that have a value of it.' }),
    }),
  ),
  warnings: z.array(GuideWarning).meta({ description: 'What is not read: the first 500.' }),
  warnings_count: z.int().meta({ description: 'All warnings.' }),
}).meta({ id: 'ReqifImported' })

/** Changes require an author; new requirements require a project admin, also in a dry run (rule C-48). */
const IMPORT_NEEDS: AccessForInput = {
  cases: [{ needs: 'project admin', when: 'true', members: ['create'] }],
  otherwise: 'author',
}

export const importReqif = writing
  .componentBeforeLock(IMPORT_NEEDS, 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/import_reqif',
      tags: ['Interchange'],
      summary: 'Import a ReqIF document, with a dry run',
    },
    upload: { limitBytes: MAX_TEXTS_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'ReqIF not imported',
    supportsAsync: true,
  })
  .input(
    z.object({
      file: upload(MAX_TEXTS_BYTES),
      create: z.boolean().default(false),
      mapping: reqifMapping,
      dry_run: z.boolean().default(true),
    }),
  )
  .concat(rejectUnknownKeys)
  .use(({ ctx, input, next }) => {
    assertImportable(ctx.component, input.dry_run)
    return next()
  })
  .output(ReqifImported)
  .mutation(async ({ ctx, signal, input: { file, create, mapping, dry_run: dryRun } }) => {
    const read = await createWorkersForUpload({ ctx, signal }, dryRun).run('reqif', { ...file, mapping })
    await ctx.lockComponent()
    assertImportable(ctx.component, dryRun)
    const update = { filename: file.filename, objects: read.requirements, create, dryRun }
    const answer = toTextImportResponse(
      'ReqIF',
      dryRun,
      await imported(toUnitOfWork(ctx), ctx.component, update),
    )
    const { list: warnings, count } = read.warnings
    return { ...answer, attributes: read.attributes, warnings, warnings_count: count }
  })
