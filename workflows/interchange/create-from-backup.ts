import type { Project } from '../../entities/project.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { validationError } from '../../src/errors.ts'
import { isBlank } from '../../src/procedures/schemas/shapes.ts'
import { assertTexts, PROJECT } from '../../src/procedures/schemas/text-limits.ts'
import type { Visibility } from '../../src/vocabulary.ts'
import { createProject } from '../projects/projects.ts'
import type { Backup } from './backup.ts'
import { importBackup, type ImportSummary } from './import-backup.ts'

interface ProjectOverrides {
  name?: string | null | undefined
  description?: string | null | undefined
  visibility?: Visibility | null | undefined
}

interface CreatedProject {
  summary: ImportSummary
  warnings: string[]
  /** Null after a dry run. */
  project: Project | null
  /** Values of the archive for the project. */
  defaults: { name: string | null; description: string | null; visibility: Visibility }
}

/**
 * Creates a project from a backup archive; missing values come from the archive, and the default is hidden
 * (rule C-84). A rejected import rolls everything back. Throws 422, also for a blank name.
 */
export async function createFromBackup(
  request: Parameters<typeof importBackup>[0],
  overrides: ProjectOverrides,
): Promise<CreatedProject> {
  const created: { project: Project | null; defaults: CreatedProject['defaults'] } = {
    project: null,
    defaults: { name: null, description: null, visibility: 'hidden' },
  }
  const begin = async ({ project: archived }: Backup, work: UnitOfWork): Promise<{ id: number }> => {
    const { name, description, visibility } = archived
    created.defaults = { name, description, visibility: visibility ?? 'hidden' }
    const newProject = {
      name: (overrides.name ?? name ?? '').trim(),
      description: overrides.description ?? description,
      visibility: overrides.visibility ?? visibility ?? 'hidden',
      metadata: archived.metadata,
    }
    if (request.options.dryRun && newProject.name === '') newProject.name = 'A project without a name'
    if (isBlank(newProject.name)) throw validationError('validation', 'project_name', 'must not be blank')
    assertTexts(work.env.limits, newProject, PROJECT)
    const project = await createProject(work, newProject)
    if (!request.options.dryRun) created.project = project
    return project
  }
  const { summary, warnings } = await importBackup(request, begin)
  return { summary, warnings, ...created }
}
