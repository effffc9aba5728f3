import type { Actor } from '../../src/audit/actor.ts'
import type { Queries } from '../../src/database/database.ts'
import { validationError } from '../../src/errors.ts'
import { findVisibleProject } from '../../src/procedures/access/relocations.ts'

/** The target ids of a proposal. */
export interface ProposalTarget {
  component: number | null | undefined
  project: number | null | undefined
}

/**
 * Returns the target columns of a proposal; empty without a target (rule C-64).
 * @throws 422 for a record that the proposer can't see, or a component outside the named project
 */
export async function findNamedTarget(db: Queries, actor: Actor, { component, project }: ProposalTarget) {
  const visibleProject =
    project == null ? null : await findVisibleProject(db, { type: 'Project', id: project }, actor)
  if (project != null && !visibleProject) throw createHiddenError('target_project_id', 'project')
  if (component == null) {
    return project == null ? {} : { namedTarget: 'Project' as const, targetProjectId: project }
  }
  const visibleComponent = await findVisibleProject(db, { type: 'Component', id: component }, actor)
  if (!visibleComponent || (project != null && visibleComponent.projectId !== project)) {
    throw createHiddenError('target_component_id', 'component')
  }
  return { namedTarget: 'Component' as const, targetComponentId: component, targetProjectId: project ?? null }
}

function createHiddenError(field: string, noun: string) {
  return validationError('validation', field, `There is no such ${noun} that you can see.`)
}
