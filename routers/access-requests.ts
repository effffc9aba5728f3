import { ProjectAccessRequest } from '../entities/project-access-request.ts'
import { Project } from '../entities/project.ts'
import { User } from '../entities/user.ts'
import { writing } from '../src/access.ts'
import { projectScope } from '../src/access/scopes.ts'
import { admit } from '../src/access/standing.ts'
import { illegal, notFound } from '../src/errors.ts'
import { linkTo } from '../src/http/base-url.ts'
import { enqueueMail } from '../src/outbox/enqueue.ts'
import { oneLine } from '../src/outbox/one-line.ts'
import { pathId, toast } from '../src/shapes.ts'
import { router } from '../src/trpc.ts'
import { z } from 'zod'
import { adminsOf } from './memberships.read.ts'
import { AccessRequestOutput } from './projects.schema.ts'

const tags = ['Projects']

/** Wishes to join a project (accounts 3.7). */
export const accessRequests = router({
  create: writing.signedIn
    .meta({
      openapi: {
        method: 'POST',
        path: '/projects/{projectId}/project_access_requests',
        tags,
        summary: 'Ask to join a discoverable project',
      },
      access: { record: 'project', needs: 'discoverable' },
    })
    .input(z.object({ projectId: pathId }))
    .output(AccessRequestOutput)
    .mutation(async ({ ctx: { em, db, actor, now, services }, input: { projectId } }) => {
      const scope = await projectScope(db, projectId, actor)
      if (!scope) throw notFound()
      if (actor.admin || scope.project_role) {
        throw illegal('access_request.member', 'You have access to this project already.')
      }
      if (scope.visibility === 'hidden') throw notFound()
      if ((await em.count(ProjectAccessRequest, { userId: actor.id, projectId })) > 0) {
        throw illegal('access_request.duplicate', 'You have asked for access already.')
      }
      const request = em.create(ProjectAccessRequest, { userId: actor.id, projectId })
      const project = await em.findOneOrFail(Project, { id: projectId })
      const subject = `${oneLine(actor.name)} asks for access to project ${oneLine(project.name)}`
      const text = `${subject} (${actor.email}).\n\n${linkTo(services.env, `/projects/${projectId}`)}\n`
      const admins = await adminsOf(db, { type: 'Project', id: projectId })
      for (const { email } of admins) enqueueMail(em, { to: email, subject, text }, now)
      await em.flush()
      return {
        toast: toast('Access requested', `The admins of ${project.name} will decide.`),
        id: request.id,
      }
    }),

  destroy: writing.signedIn
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/projects/{projectId}/project_access_requests/{id}',
        tags,
        summary: 'Cancel your access request, or deny one as project admin',
      },
      access: { record: 'project', needs: 'requester or admin' },
    })
    .input(z.object({ projectId: pathId, id: pathId }))
    .output(AccessRequestOutput)
    .mutation(async ({ ctx: { em, db, actor, now }, input: { projectId, id } }) => {
      const request = await em.findOne(ProjectAccessRequest, { id, projectId })
      const own = request?.userId === actor.id
      if (!own) await admit(db, await projectScope(db, projectId, actor), actor, 'admin')
      if (!request) throw notFound()
      em.remove(request)
      if (own) return { toast: toast('Request cancelled', 'Your access request is cancelled.'), id }
      const project = await em.findOneOrFail(Project, { id: projectId })
      const requester = await em.findOneOrFail(User, { id: request.userId })
      const cc = (await adminsOf(db, { type: 'Project', id: projectId })).map(({ email }) => email)
      const subject = `Access to project ${oneLine(project.name)} was denied`
      enqueueMail(em, { to: requester.email, cc, subject, text: `${subject}.\n` }, now)
      return { toast: toast('Request denied', `${requester.name} does not get access.`), id }
    }),
})
