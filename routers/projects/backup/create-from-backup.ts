import { startingProject } from '../../../src/access/builders/projects.ts'
import { invalid } from '../../../src/errors.ts'
import { WORKBENCH } from '../../../src/http/workbench/address.ts'
import { Steps } from '../../../src/computing/steps.ts'
import { MAX_ARCHIVE_BYTES } from '../../../src/formats/archive/entries.ts'
import { tag } from '../../../src/wire/guards.ts'
import { toast } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import { createFromBackup as created } from '../../../workflows/interchange/create-from-backup.ts'
import { CreatedFromBackup, CreateFromBackupInput, filterOf } from './backup.schema.ts'
import { projectSummary } from '../read/projects.ts'

export const createFromBackup = startingProject
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects/create_from_backup',
      tags: ['Interchange'],
      summary: 'Start a project from a backup archive; you become its admin',
    },
    upload: { limitBytes: MAX_ARCHIVE_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Project not created',
    etag: true,
    mayRunLater: true,
  })
  .input(CreateFromBackupInput)
  .use(({ input, next }) => {
    filterOf(input.component_filter)
    const name = input.project_name ?? input.name
    if (name != null && name.trim() === '') throw invalid('validation', 'project_name', 'must not be blank')
    return next()
  })
  .output(CreatedFromBackup)
  .mutation(async ({ ctx, input }) => {
    const name = input.project_name ?? input.name
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
    const { summary, warnings, project, defaults } = await created(given, {
      name,
      description: input.project_description,
      visibility: input.project_visibility,
    })
    if (!project) return { summary, warnings, project_defaults: defaults }
    tag(ctx.reply, project)
    const { components_imported: components, rules_imported: rules } = summary
    const said = `${project.name} has ${components} components with ${rules} requirements.`
    return {
      redirect_url: `${WORKBENCH}/projects/${project.id}`,
      summary,
      toast: toast('Project created', said, warnings.length > 0 ? 'warning' : 'success'),
      project: await projectSummary(ctx.db, ctx.actor, project.id),
      warnings,
    }
  })
