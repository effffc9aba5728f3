import { z } from 'zod'
import { ProjectAccessRequest } from '../../../../entities/project-access-request.ts'
import { isConcealed } from '../../../auth/access/concealment.ts'
import { authorizeAccess, toEffectiveAccess } from '../../../auth/access/effective-access.ts'
import { notFoundError } from '../../../errors.ts'
import { signedInWriting } from '../../base-procedures.ts'
import { pathId } from '../../schemas/shapes.ts'
import { projectScope } from '../scopes.ts'

/** Authorizes on the project of the path if the caller may know of it: users without a role can request access. */
export const onKnownProject = signedInWriting
  .meta({ access: { record: 'project', needs: 'discoverable' } })
  .input(z.object({ projectId: pathId }))
  .use(async ({ ctx: { db, actor }, input, next }) => {
    const row = await projectScope(db, input.projectId, actor)
    const effectiveAccess = row && toEffectiveAccess(row, actor)
    if (!effectiveAccess || isConcealed(row, effectiveAccess)) throw notFoundError()
    return next({ ctx: { effectiveAccess } })
  })

/** Loads the access request of the path, for its requester and for admins of the project. */
export const onAccessRequest = signedInWriting
  .meta({ access: { record: 'project', needs: 'requester or admin' } })
  .input(z.object({ projectId: pathId, id: pathId }))
  .use(async ({ ctx: { em, db, actor }, input: { projectId, id }, next }) => {
    const accessRequest = await em.findOne(ProjectAccessRequest, { id, projectId })
    const isOwnRequest = accessRequest?.userId === actor.id
    if (!isOwnRequest) await authorizeAccess(db, await projectScope(db, projectId, actor), actor, 'admin')
    if (!accessRequest) throw notFoundError()
    return next({ ctx: { accessRequest, isOwnRequest } })
  })
