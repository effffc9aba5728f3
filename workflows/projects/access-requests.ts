import { ProjectAccessRequest } from '../../entities/project-access-request.ts'
import { Project } from '../../entities/project.ts'
import { User } from '../../entities/user.ts'
import type { Standing } from '../../src/access/actor.ts'
import { illegal } from '../../src/errors.ts'
import { linkTo } from '../../src/http/base-url.ts'
import { adminsOf } from '../../src/memberships/admins.ts'
import { mailLimited } from '../../src/outbox/limited.ts'
import { quoted } from '../../src/outbox/names.ts'
import type { Work } from '../../src/work.ts'

/**
 * Asks the admins of a project for access (rule A-65); the caller may know of the project.
 * @throws 422 for members, and for whoever asked already
 */
export async function requestAccess(
  work: Work,
  { projectId, role }: Standing,
): Promise<{ request: ProjectAccessRequest; project: Project }> {
  const { em, db, actor, env } = work
  if (role !== null) throw illegal('access_request.member', 'You have access to this project already.')
  if ((await em.count(ProjectAccessRequest, { userId: actor.id, projectId })) > 0) {
    throw illegal('access_request.duplicate', 'You have asked for access already.')
  }
  const request = em.create(ProjectAccessRequest, { userId: actor.id, projectId })
  const project = await em.findOneOrFail(Project, { id: projectId })
  const subject = `${quoted(actor.name)} asks for access to project ${quoted(project.name)}`
  const link = linkTo(env, `/projects/${projectId}`)
  const text = `${subject} (${actor.email}).\n\n${link}\n`
  for (const { email } of await adminsOf(db, { type: 'Project', id: projectId })) {
    await mailLimited(work, actor, { to: email, subject, text }, `${subject} (${actor.email}): ${link}`)
  }
  await em.flush()
  return { request, project }
}

/** Takes one's own request back; nobody is told. */
export function cancelRequest({ em }: Work, request: ProjectAccessRequest): void {
  em.remove(request)
}

/** Denies somebody's request, who is told with the admins in copy, and is answered. */
export async function denyRequest(work: Work, request: ProjectAccessRequest): Promise<User> {
  const { em, db, actor } = work
  em.remove(request)
  const project = await em.findOneOrFail(Project, { id: request.projectId })
  const requester = await em.findOneOrFail(User, { id: request.userId })
  const cc = (await adminsOf(db, { type: 'Project', id: project.id })).map(({ email }) => email)
  const subject = `Access to project ${quoted(project.name)} was denied`
  await mailLimited(work, actor, { to: requester.email, cc, subject, text: `${subject}.\n` }, subject)
  return requester
}
