import { sql } from 'kysely'
import { Membership } from '../../entities/membership.ts'
import { Project } from '../../entities/project.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { refreshContact } from '../../src/auth/access/contacts.ts'
import { stateError } from '../../src/errors.ts'
import { announceProject } from '../../src/outbox/project-chat.ts'
import { clearStoredTexts } from '../../src/procedures/idempotency/keys.ts'
import type { Visibility } from '../../src/vocabulary.ts'
import { clearTargets } from '../relocations/clear-targets.ts'

/** A new project. */
export interface NewProject {
  name: string
  description: string | null
  visibility: Visibility
  metadata: Record<string, string>
}

/** Creates a project with the caller as admin (rule A-60). */
export async function createProject(work: UnitOfWork, values: NewProject): Promise<Project> {
  const { em, db, actor } = work
  const project = em.create(Project, values)
  await em.flush()
  em.create(Membership, {
    userId: actor.id,
    role: 'admin',
    membershipType: 'Project',
    projectId: project.id,
  })
  await announceProject(work, project, actor, 'created')
  await em.flush()
  await refreshContact(db, { type: 'Project', id: project.id }, ['admin'])
  return project
}

/**
 * Changes a locked project; announces changes of name, description and visibility in the chat (rules A-60 and
 *
 */
export async function changeProject(
  work: UnitOfWork,
  project: Project,
  values: Parameters<Project['revise']>[0],
): Promise<void> {
  const changed = project.revise(values)
  if (changed.includes('name')) await announceProject(work, project, work.actor, 'renamed')
  if (changed.includes('visibility')) await announceProject(work, project, work.actor, 'visibility changed')
  await work.em.flush()
}

/** Deletes a locked project with its content; throws 422 as `assertDeletable` does. */
export async function deleteProject(work: UnitOfWork, project: Project): Promise<void> {
  const { em, db, actor } = work
  await assertDeletable(work, project.id)
  await announceProject(work, project, actor, 'removed')
  await clearTargets({ em, db }, { projectId: project.id })
  await clearStoredTexts(db, { projectId: project.id })
  em.remove(project)
  await em.flush()
}

/**
 * Throws 422 if another project depends on one of its components, and for project admins if one is released
 * (rule C-35).
 */
async function assertDeletable({ db, actor }: UnitOfWork, projectId: number): Promise<void> {
  const { overlays, released } = await db
    .selectFrom('components as c')
    .leftJoin('components as o', (join) =>
      join.onRef('o.component_id', '=', 'c.id').onRef('o.project_id', '<>', 'c.project_id'),
    )
    .select([
      sql<number>`count(o.id)::int`.as('overlays'),
      sql<boolean>`coalesce(bool_or(c.released), false)`.as('released'),
    ])
    .where('c.project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  if (overlays > 0) {
    throw stateError('project.has_overlays', 'Components of other projects are based on this project.')
  }
  if (released && !actor.admin) {
    throw stateError(
      'project.has_released',
      'Only a system administrator can delete a project with released components.',
    )
  }
}
