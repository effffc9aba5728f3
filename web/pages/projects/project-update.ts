import type { Project } from './project-frame.tsx'

export type ProjectValues = Pick<Project, 'name' | 'description' | 'visibility'>
type ProjectVersion = ProjectValues & Pick<Project, 'lock_version'>

/**
 * Plans a save of the values that differ from the form's start. If another user changed one of them since then, it
 * expects the version of the start, and the service rejects it.
 */
export function planProjectUpdate(start: ProjectVersion, current: ProjectVersion, values: ProjectValues) {
  const changes = findChanges(start, values)
  const isConflict = Object.keys(findChanges(start, current)).some((name) => name in changes)
  return { project: changes, expected_lock_version: (isConflict ? start : current).lock_version }
}

/** Returns the values that differ from those of the project. */
function findChanges(before: ProjectValues, after: ProjectValues): Partial<ProjectValues> {
  const { name, description, visibility } = after
  return {
    ...(name === before.name ? {} : { name }),
    ...(description === before.description ? {} : { description }),
    ...(visibility === before.visibility ? {} : { visibility }),
  }
}
