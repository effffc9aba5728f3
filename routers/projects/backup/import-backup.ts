import { MAX_ARCHIVE_BYTES } from '../../../src/formats/archive/entries.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { createAccessForImport } from '../../../src/procedures/access/access-for-input.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { importBackup as imported } from '../../../workflows/interchange/import-backup.ts'
import { BackupImported, parseFilter, ImportBackupInput } from './backup.schema.ts'
import { toImportRequest } from './import-request.ts'
import { importToast } from './import-toast.ts'

export const importBackup = writing
  .project(createAccessForImport('project admin'), 'id')
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
    supportsAsync: true,
  })
  .input(ImportBackupInput)
  .use(({ input, next }) => {
    parseFilter(input.component_filter)
    return next()
  })
  .output(BackupImported)
  .mutation(async ({ ctx, signal, input }) => {
    const request = toImportRequest({ ctx, signal }, input)
    const { summary, warnings } = await imported(request, () =>
      Promise.resolve({ id: ctx.effectiveAccess.projectId }),
    )
    const { components_imported: components, rules_imported: rules } = summary
    const message = `${formatCount(components, 'component', 'components')} with ${formatCount(rules, 'requirement', 'requirements')} ${input.dry_run ? 'can be imported' : 'imported'}.`
    const title = input.dry_run ? 'Backup checked' : 'Backup imported'
    return { toast: importToast(title, message, summary, request.options.filter), summary, warnings }
  })
