import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { SavedFilter } from '../../../../entities/saved-filter.ts'
import type { EffectiveAccess } from '../../../audit/actor.ts'
import { accessDenied } from '../../../auth/access/effective-access.ts'
import { notFound } from '../../../errors.ts'
import { roleAtLeast } from '../../../vocabulary.ts'
import { pathId } from '../../schemas/shapes.ts'
import type { AccessForInput } from '../access-for-input.ts'
import { authorizeLockedProject, authorizeUnderComponentLock } from '../authorize-record.ts'
import { componentScope } from '../scopes.ts'
import { writes, type Writes } from './factory.ts'

/** Viewers save filters for themselves; authors also share them with all members (rule R-65). */
export const SAVED_FILTER_NEEDS: AccessForInput = {
  cases: [{ needs: 'author', when: 'true', members: ['saved_filter.shared'] }],
  otherwise: 'viewer',
}

const Path = z.object({ id: pathId })
type FilterLocation = Partial<Pick<SavedFilter, 'projectId' | 'componentId'>>

const NEEDS = { change: SAVED_FILTER_NEEDS, delete: 'viewer' } as const
type FilterWrite = keyof typeof NEEDS

const inProject = writes('project', 'projectId', async (asked: Writes<FilterWrite>) => {
  const standing = await authorizeLockedProject(asked)
  return { savedFilter: await findFilter(asked, { projectId: asked.id }, standing) }
})
const inComponent = writes('component', 'componentId', async (asked: Writes<FilterWrite>) => {
  const { standing } = await authorizeUnderComponentLock('shared', componentScope, asked)
  return { savedFilter: await findFilter(asked, { componentId: asked.id }, standing) }
})

/**
 * The saved filter of the address, which is write-locked (rule R-65). Private filters of others are 404. Only the owner
 * changes it, as an author if it is shared; admins of the place also delete shared ones.
 */
export const savedFilter = {
  ofProject: (write: FilterWrite) => inProject(NEEDS[write], 'projectId', write).input(Path),
  ofComponent: (write: FilterWrite) => inComponent(NEEDS[write], 'componentId', write).input(Path),
}

async function findFilter(
  { em, db, actor, raw, option }: Writes<FilterWrite>,
  place: FilterLocation,
  standing: EffectiveAccess,
): Promise<SavedFilter> {
  const id = Path.safeParse(raw).data?.id ?? 0
  const visible = { $or: [{ userId: actor.id }, { shared: true }] }
  const found = await em.findOne(
    SavedFilter,
    { id, ...place, ...visible },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  if (!found) throw notFound()
  const own = found.userId === actor.id
  const may =
    option === 'delete'
      ? own || roleAtLeast(standing.role, 'admin')
      : own && (!found.shared || roleAtLeast(standing.role, 'author'))
  if (!may) throw await accessDenied(db, standing)
  return found
}
