import { writing } from '../../../src/access/builders.ts'
import { Steps } from '../../../src/computing/steps.ts'
import { MAX_ARCHIVE_BYTES } from '../../../src/formats/archive/entries.ts'
import { toast } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import { importBackup as imported } from '../../../workflows/interchange/import-backup.ts'
import { BackupImported, filterOf, ImportBackupInput } from './backup.schema.ts'

export const importBackup = writing
  .project('project admin', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects/{id}/import_backup',
      tags: ['Interchange'],
      summary: 'Import the components of a backup archive into a project',
    },
    upload: { limitBytes: MAX_ARCHIVE_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Backup not imported',
    mayRunLater: true,
  })
  .input(ImportBackupInput)
  .use(({ input, next }) => {
    filterOf(input.component_filter)
    return next()
  })
  .output(BackupImported)
  .mutation(async ({ ctx, input }) => {
    const options = {
      dryRun: input.dry_run,
      includeReviews: input.include_reviews,
      includeMemberships: input.include_memberships,
      filter: filterOf(input.component_filter),
    }
    const { computing } = ctx.services
    const given = {
      work: workOf(ctx),
      computing,
      file: input.file,
      options,
      steps: new Steps(ctx.job?.progress),
    }
    const { summary, warnings } = await imported(given, () => Promise.resolve({ id: ctx.standing.projectId }))
    const { components_imported: components, rules_imported: rules } = summary
    const said = `${components} components with ${rules} requirements ${input.dry_run ? 'can be' : 'were'} imported.`
    const title = input.dry_run ? 'Backup checked' : 'Backup imported'
    return { toast: toast(title, said, warnings.length > 0 ? 'warning' : 'success'), summary, warnings }
  })
