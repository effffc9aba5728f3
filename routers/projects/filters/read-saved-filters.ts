import type { FilteredList } from '../../../entities/saved-filter.ts'
import type { Queries } from '../../../src/database/database.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import type { SavedFilterRow } from './saved-filters.schema.ts'

/** Maximum list length; it is large enough for all of the caller's own filters. */
const MAX_ROWS = 500

interface FilterListRequest {
  scope: { project_id: number } | { component_id: number }
  list: FilteredList | undefined
  userId: number
}

/** Lists the filters that a user can see: their own, then shared ones, by name. */
export async function readSavedFilters(
  db: Queries,
  { scope, list, userId }: FilterListRequest,
): Promise<{ saved_filters: SavedFilterRow[] }> {
  let query = db
    .selectFrom('saved_filters as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select(['f.id', 'f.list', 'f.name', 'f.query', 'f.shared', 'f.user_id as owner_id'])
    .select(['u.name as owner_name', 'f.created_at', 'f.lock_version'])
    .where((eb) => eb.or([eb('f.user_id', '=', userId), eb('f.shared', '=', true)]))
  query =
    'project_id' in scope
      ? query.where('f.project_id', '=', scope.project_id)
      : query.where('f.component_id', '=', scope.component_id)
  if (list !== undefined) query = query.where('f.list', '=', list)
  const rows = await query
    .orderBy((eb) => eb('f.user_id', '<>', userId))
    .orderBy((eb) => eb.fn('lower', ['f.name']))
    .orderBy('f.id')
    .limit(MAX_ROWS)
    .execute()
  return { saved_filters: rows.map((row) => ({ ...row, created_at: toWireTime(row.created_at) })) }
}
