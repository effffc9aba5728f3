import { WEB_ROOT } from '../../../src/config/web-root.ts'
import { validationError } from '../../../src/errors.ts'
import { MAX_ARCHIVE_BYTES } from '../../../src/formats/archive/entries.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { createAccessForImport } from '../../../src/procedures/access/access-for-input.ts'
import { startingProjectBy } from '../../../src/procedures/access/builders/projects.ts'
import { setETag } from '../../../src/procedures/schemas/guards.ts'
import { createFromBackup as created } from '../../../workflows/interchange/create-from-backup.ts'
import { readProjectSummary } from '../read/projects.ts'
import { CreatedFromBackup, CreateFromBackupInput, parseFilter } from './backup.schema.ts'
import { toImportRequest } from './import-request.ts'
import { importToast } from './import-toast.ts'

export const createFromBackup = startingProjectBy(createAccessForImport('signed in'))
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects/create_from_backup',
      tags: ['Interchange'],
      summary: 'Create a project from a backup archive; you become its admin',
    },
    upload: { limitBytes: MAX_ARCHIVE_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Project not created',
    etag: 'optional',
    supportsAsync: true,
  })
  .input(CreateFromBackupInput)
  .use(({ input, next }) => {
    parseFilter(input.component_filter)
    const name = input.project_name ?? input.name
    if (name?.trim() === '') throw validationError('validation', 'project_name', 'must not be blank')
    return next()
  })
  .output(CreatedFromBackup)
  .mutation(async ({ ctx, signal, input }) => {
    const name = input.project_name ?? input.name
    const request = toImportRequest({ ctx, signal }, input)
    const { summary, warnings, project, defaults } = await created(request, {
      name,
      description: input.project_description,
      visibility: input.project_visibility,
    })
    if (!project) return { summary, warnings, project_defaults: defaults }
    setETag(ctx.reply, project)
    const { components_imported: components, rules_imported: rules } = summary
    const message = `${project.name} has ${formatCount(components, 'component', 'components')} with ${formatCount(rules, 'requirement', 'requirements')}.`
    return {
      redirect_url: `${WEB_ROOT}/projects/${project.id}`,
      summary,
      toast: importToast('Project created', message, summary, request.options.filter),
      project: await readProjectSummary(ctx.db, ctx.actor, project.id),
      warnings,
    }
  })
