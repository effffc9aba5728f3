import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { onAccessRequest, onKnownProject } from '../../src/procedures/access/builders/access-requests.ts'
import { createToast } from '../../src/procedures/schemas/shapes.ts'
import { requestAccess, cancelRequest, denyRequest } from '../../workflows/projects/access-requests.ts'
import { AccessRequestOutput } from './read/access-requests.schema.ts'

const tags = ['Projects']

export const create = onKnownProject
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects/{projectId}/project_access_requests',
      tags,
      summary: 'Request access to a discoverable project',
    },
  })
  .output(AccessRequestOutput)
  .mutation(async ({ ctx }) => {
    const { request, project } = await requestAccess(toUnitOfWork(ctx), ctx.effectiveAccess)
    return {
      toast: createToast('Access requested', `The admins of ${project.name} will decide.`),
      id: request.id,
    }
  })

export const destroy = onAccessRequest
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/projects/{projectId}/project_access_requests/{id}',
      tags,
      summary: 'Cancel your access request, or deny one as project admin',
    },
  })
  .output(AccessRequestOutput)
  .mutation(async ({ ctx, ctx: { accessRequest, isOwnRequest }, input: { id } }) => {
    if (isOwnRequest) {
      cancelRequest(toUnitOfWork(ctx), accessRequest)
      return { toast: createToast('Request canceled', 'Your access request was canceled.'), id }
    }
    const requester = await denyRequest(toUnitOfWork(ctx), accessRequest)
    return { toast: createToast('Request denied', `${requester.name} does not get access.`), id }
  })
