import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { MAX_TEXTS_BYTES } from '../../../src/formats/texts/text-archive.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { upload } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import { createWorkersForUpload } from '../../../src/workers/workers-for-request.ts'
import {
  assertTakesInspec,
  importInspec as imported,
} from '../../../workflows/interchange/texts/import-inspec.ts'
import { assertImportable } from '../../../workflows/interchange/texts/update-requirements.ts'
import { GuideWarning } from '../../guides/read/guide-line.schema.ts'
import { TextsImported, toTextImportResponse } from './text-import-response.ts'

const InspecImported = TextsImported.extend({
  profile_files: z
    .array(z.string())
    .meta({ description: 'Files of the profile that are stored with the component and exported again.' }),
  warnings: z.array(GuideWarning).meta({ description: 'Files that are left out: the first 500.' }),
  warnings_count: z.int().meta({ description: 'All warnings.' }),
}).meta({ id: 'InspecImported' })

export const importInspec = writing
  .componentBeforeLock('author', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/import_inspec',
      tags: ['Interchange'],
      summary: 'Import the controls of an InSpec profile, with a dry run',
    },
    upload: { limitBytes: MAX_TEXTS_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'InSpec profile not imported',
    supportsAsync: true,
  })
  .input(z.object({ file: upload(MAX_TEXTS_BYTES), dry_run: z.boolean().default(true) }))
  .concat(rejectUnknownKeys)
  .use(({ ctx, input, next }) => {
    assertTakesInspec(ctx.component)
    assertImportable(ctx.component, input.dry_run)
    return next()
  })
  .output(InspecImported)
  .mutation(async ({ ctx, signal, input: { file, dry_run: dryRun } }) => {
    const { controls, profile, warnings } = await createWorkersForUpload({ ctx, signal }, dryRun).run(
      'inspec',
      file,
    )
    await ctx.lockComponent()
    assertImportable(ctx.component, dryRun)
    const update = { filename: file.filename, controls, profile, dryRun }
    const { requirements, files } = await imported(toUnitOfWork(ctx), ctx.component, update)
    return {
      ...toTextImportResponse('InSpec profile', dryRun, requirements),
      profile_files: files,
      warnings: warnings.list,
      warnings_count: warnings.count,
    }
  })
