import { LockMode } from '@mikro-orm/core'
import { Membership } from '../../entities/membership.ts'
import { ProjectAccessRequest } from '../../entities/project-access-request.ts'
import { Project } from '../../entities/project.ts'
import { User } from '../../entities/user.ts'
import type { EffectiveAccess } from '../../src/audit/actor.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { listAdmins } from '../../src/auth/access/admins.ts'
import { linkTo } from '../../src/config/base-url.ts'
import { stateError } from '../../src/errors.ts'
import { quoteName, toSenderName, shortenName } from '../../src/outbox/names.ts'
import { enqueueLimitedMail } from '../../src/outbox/notice-limits.ts'

/**
 * Requests access to a project (rule A-65); the caller must be able to see the project.
 * @throws 422 for members, and for a pending request
 */
export async function requestAccess(
  work: UnitOfWork,
  { projectId, role }: EffectiveAccess,
): Promise<{ request: ProjectAccessRequest; project: Project }> {
  const { em, db, actor, env } = work
  if (role !== null) throw createMemberError()
  // Memberships are added under this lock, so no request is stored for someone who has just become a member.
  const project = await em.findOneOrFail(Project, { id: projectId }, { lockMode: LockMode.PESSIMISTIC_READ })
  if ((await em.count(Membership, { userId: actor.id, projectId })) > 0) throw createMemberError()
  if ((await em.count(ProjectAccessRequest, { userId: actor.id, projectId })) > 0) {
    throw stateError('access_request.duplicate', 'You have already requested access.')
  }
  const request = em.create(ProjectAccessRequest, { userId: actor.id, projectId })
  const subject = `${quoteName(actor.name)} asks for access to project ${quoteName(project.name)}`
  const link = linkTo(env, `/projects/${projectId}`)
  const text = `${subject} (${actor.email}).\n\n${link}\n`
  for (const { email } of await listAdmins(db, { type: 'Project', id: projectId })) {
    await enqueueLimitedMail(
      work,
      actor,
      { to: email, subject, text },
      `${subject} (${actor.email}): ${link}`,
    )
  }
  await em.flush()
  return { request, project }
}

const createMemberError = () =>
  stateError('access_request.member', 'You already have access to this project.')

/** Cancels the caller's own request without notification. */
export function cancelRequest({ em }: UnitOfWork, request: ProjectAccessRequest): void {
  em.remove(request)
}

/** Denies a request, notifies the requester and the admins, and returns the requester. */
export async function denyRequest(work: UnitOfWork, request: ProjectAccessRequest): Promise<User> {
  const { em, db, actor, env } = work
  em.remove(request)
  const project = await em.findOneOrFail(Project, { id: request.projectId })
  const requester = await em.findOneOrFail(User, { id: request.userId })
  // The requester is not a member: they see neither the project's current name nor its admins' addresses.
  const message = `${toSenderName(actor.name)} declined your request to join a project`
  const text = `${message}.\n\n${linkTo(env, `/projects/${project.id}`)}\n`
  await enqueueLimitedMail(work, actor, { to: requester.email, subject: message, text }, message)
  const subject = `Access to project ${quoteName(project.name)} was denied`
  const fact = `${subject} to ${shortenName(requester.name)} (${requester.email}).\n`
  for (const { email } of await listAdmins(db, { type: 'Project', id: project.id })) {
    await enqueueLimitedMail(work, actor, { to: email, subject, text: fact }, subject)
  }
  return requester
}
