import { z } from 'zod'
import type { EffectiveAccess } from '../../../audit/actor.ts'
import { satisfiesNeeds, toEffectiveAccess } from '../../../auth/access/effective-access.ts'
import { validationError } from '../../../errors.ts'
import { bodyId } from '../../schemas/shapes.ts'
import { assertUnreleased, authorizeComponent, authorizeLockedProject } from '../authorize-record.ts'
import { projectScope } from '../scopes.ts'
import { createWriting, type WriteRequest } from './factory.ts'

const Target = z.object({ component: z.object({ project_id: bodyId }) })

/**
 * The write-locked component of the address, and the project of the body, locked after it, both for admins of the
 * project (rule C-97). A project that the caller does not administer is 422 like an unknown one.
 */
export const componentToMove = (needs: 'project admin') => toMove(needs, 'id')

const toMove = createWriting('component', 'componentId', async (request: WriteRequest) => {
  const { db, actor, raw } = request
  const { effectiveAccess, component } = await authorizeComponent(request)
  await assertUnreleased(db, component.released, actor, effectiveAccess)
  const id = Target.safeParse(raw).data?.component.project_id
  return {
    effectiveAccess,
    component,
    target: id === undefined ? effectiveAccess : await authorizeMoveTarget(request, id),
  }
})

async function authorizeMoveTarget(request: WriteRequest, id: number): Promise<EffectiveAccess> {
  const { db, actor, needs } = request
  const row = await projectScope(db, id, actor)
  if (!row || !satisfiesNeeds(toEffectiveAccess(row, actor), needs, false)) {
    throw validationError('component.move_target', 'project_id', 'You must be an admin of the project.')
  }
  return authorizeLockedProject({ ...request, id })
}
