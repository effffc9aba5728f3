import type { Outputs } from '../../api/client.ts'

type Project = Outputs['projects']['list'][number]

/** Returns the projects that the user may administer; system administrators have every role without membership. */
export function listAdministeredProjects(
  projects: readonly Project[],
  person: { admin: boolean },
): readonly Project[] {
  return person.admin ? projects : projects.filter(({ admin }) => admin)
}
