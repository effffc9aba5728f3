import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { SavedFilter } from '../../../../entities/saved-filter.ts'
import type { EffectiveAccess } from '../../../audit/actor.ts'
import {
  createAccessDeniedError,
  toEffectiveAccess,
  type ScopeRow,
} from '../../../auth/access/effective-access.ts'
import { notFoundError } from '../../../errors.ts'
import { roleAtLeast } from '../../../vocabulary.ts'
import { pathId } from '../../schemas/shapes.ts'
import type { AccessForInput } from '../access-for-input.ts'
import {
  authorizeBeforeLock,
  authorizeLockedProject,
  authorizeUnderComponentLock,
} from '../authorize-record.ts'
import { componentScope, projectScope } from '../scopes.ts'
import { createWriting, type WriteRequest } from './factory.ts'

/** Viewers save filters for themselves; authors also share them with all members (rule R-65). */
export const SAVED_FILTER_NEEDS: AccessForInput = {
  cases: [{ needs: 'author', when: 'true', members: ['saved_filter.shared'] }],
  otherwise: 'viewer',
}

const Path = z.object({ id: pathId })
type FilterLocation = Partial<Pick<SavedFilter, 'projectId' | 'componentId'>>

const NEEDS = { change: SAVED_FILTER_NEEDS, delete: 'viewer' } as const
type FilterWrite = keyof typeof NEEDS

const inProject = createWriting('project', 'projectId', async (request: WriteRequest<FilterWrite>) => {
  const location = { projectId: request.id }
  await assertBeforeLock(request, await authorizeBeforeLock(projectScope, request), location)
  const effectiveAccess = await authorizeLockedProject(request)
  return { savedFilter: await findFilter(request, location, effectiveAccess, LockMode.PESSIMISTIC_WRITE) }
})
const inComponent = createWriting('component', 'componentId', async (request: WriteRequest<FilterWrite>) => {
  const location = { componentId: request.id }
  await assertBeforeLock(request, await authorizeBeforeLock(componentScope, request), location)
  const { effectiveAccess } = await authorizeUnderComponentLock('shared', componentScope, request)
  return { savedFilter: await findFilter(request, location, effectiveAccess, LockMode.PESSIMISTIC_WRITE) }
})

/**
 * Loads and locks the saved filter of the path (rule R-65); private filters of others are 404. Only the owner can
 * change it, as an author if it is shared. Admins can also delete shared filters.
 */
export const savedFilter = {
  ofProject: (write: FilterWrite) => inProject(NEEDS[write], 'projectId', write).input(Path),
  ofComponent: (write: FilterWrite) => inComponent(NEEDS[write], 'componentId', write).input(Path),
}

/** Rejects callers who may not write the filter, before they wait for a lock. */
async function assertBeforeLock(
  request: WriteRequest<FilterWrite>,
  row: ScopeRow,
  location: FilterLocation,
): Promise<void> {
  await findFilter(request, location, toEffectiveAccess(row, request.actor), LockMode.NONE)
}

async function findFilter(
  { em, db, actor, raw, option }: WriteRequest<FilterWrite>,
  location: FilterLocation,
  effectiveAccess: EffectiveAccess,
  lockMode: LockMode.NONE | LockMode.PESSIMISTIC_WRITE,
): Promise<SavedFilter> {
  const id = Path.safeParse(raw).data?.id ?? 0
  const visible = { $or: [{ userId: actor.id }, { shared: true }] }
  const filter = await em.findOne(SavedFilter, { id, ...location, ...visible }, { lockMode, refresh: true })
  if (!filter) throw notFoundError()
  const isOwnFilter = filter.userId === actor.id
  const allowed =
    option === 'delete'
      ? isOwnFilter || roleAtLeast(effectiveAccess.role, 'admin')
      : isOwnFilter && (!filter.shared || roleAtLeast(effectiveAccess.role, 'author'))
  if (!allowed) throw await createAccessDeniedError(db, effectiveAccess)
  return filter
}
