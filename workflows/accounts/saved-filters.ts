import { sql } from 'kysely'
import {
  MAX_SAVED_FILTERS,
  SavedFilter,
  type FilteredList,
  type SavedFilterTexts,
} from '../../entities/saved-filter.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { validationError } from '../../src/errors.ts'

/** The project or component of a saved filter. */
export type FilterOwner = { projectId: number; componentId: null } | { projectId: null; componentId: number }

export type SavedFilterChange = { [K in keyof SavedFilterTexts]?: SavedFilterTexts[K] | undefined }

export interface NewSavedFilter extends SavedFilterTexts {
  list: FilteredList
}

/**
 * Saves a filter of the caller in a project or component (rule R-65).
 * @throws 422 for a duplicate name, and for more than 100 filters there
 */
export async function createSavedFilter(
  { em, db, actor }: UnitOfWork,
  location: FilterOwner,
  values: NewSavedFilter,
): Promise<SavedFilter> {
  // Concurrent requests could exceed the limit or use the same name.
  await lockOwner(db, actor.id)
  const columns = { userId: actor.id, ...location }
  await assertNameFree(db, { ...columns, ...values, id: 0 })
  if ((await em.count(SavedFilter, columns)) >= MAX_SAVED_FILTERS) {
    throw validationError(
      'saved_filter.too_many',
      'name',
      `You have ${MAX_SAVED_FILTERS} filters here already.`,
    )
  }
  const filter = em.create(SavedFilter, { ...columns, ...values })
  await em.flush()
  return filter
}

/** Changes a filter; absent members don't change. Throws 422 if the owner has another filter with that name. */
export async function changeSavedFilter(
  { em, db }: UnitOfWork,
  filter: SavedFilter,
  { name = filter.name, query = filter.query, shared = filter.shared }: SavedFilterChange,
): Promise<void> {
  await lockOwner(db, filter.userId)
  await assertNameFree(db, {
    ...toLocation(filter),
    userId: filter.userId,
    list: filter.list,
    name,
    id: filter.id,
  })
  filter.change({ name, query, shared })
  await em.flush()
}

function toLocation({ projectId, componentId }: SavedFilter) {
  return { projectId: projectId ?? null, componentId: componentId ?? null }
}

interface NamedFilter {
  id: number
  userId: number
  projectId: number | null
  componentId: number | null
  list: FilteredList
  name: string
}

async function assertNameFree(db: Queries, filter: NamedFilter): Promise<void> {
  const others = await db
    .selectFrom('saved_filters')
    .select('id')
    .where('user_id', '=', filter.userId)
    .where('project_id', 'is not distinct from', filter.projectId)
    .where('component_id', 'is not distinct from', filter.componentId)
    .where('list', '=', filter.list)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(filter.name)])))
    .where('id', '<>', filter.id)
    .execute()
  if (others.length > 0) {
    throw validationError('saved_filter.name_taken', 'name', 'You have another filter with this name here.')
  }
}

const lockOwner = preparedQuery(
  (_, userId) => sql`select from users where id = ${userId} for no key update`,
  {
    ignoresResult: true,
  },
)
