import type { FilteredList } from '../../../entities/saved-filter.ts'
import type { Queries } from '../../../src/database/database.ts'
import { wireTime } from '../../../src/procedures/schemas/times.ts'
import type { SavedFilterRow } from './saved-filters.schema.ts'

/** The longest list: the caller's own filters always fit. */
const MOST_ROWS = 500

interface FilterListRequest {
  place: { project_id: number } | { component_id: number }
  list: FilteredList | undefined
  userId: number
}

/** The filters of a place that someone sees: their own, then those shared by others, by name. */
export async function savedFiltersFor(
  db: Queries,
  { place, list, userId }: FilterListRequest,
): Promise<{ saved_filters: SavedFilterRow[] }> {
  let query = db
    .selectFrom('saved_filters as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select(['f.id', 'f.list', 'f.name', 'f.query', 'f.shared', 'f.user_id as owner_id'])
    .select(['u.name as owner_name', 'f.created_at', 'f.lock_version'])
    .where((eb) => eb.or([eb('f.user_id', '=', userId), eb('f.shared', '=', true)]))
  query =
    'project_id' in place
      ? query.where('f.project_id', '=', place.project_id)
      : query.where('f.component_id', '=', place.component_id)
  if (list !== undefined) query = query.where('f.list', '=', list)
  const rows = await query
    .orderBy((eb) => eb('f.user_id', '<>', userId))
    .orderBy((eb) => eb.fn('lower', ['f.name']))
    .orderBy('f.id')
    .limit(MOST_ROWS)
    .execute()
  return { saved_filters: rows.map((row) => ({ ...row, created_at: wireTime(row.created_at) })) }
}
