import { api, client, queryClient, type Inputs, type Outputs } from '../../api/client.ts'
import type { Scope } from '../triage/queue/queue.ts'

export type SavedFilter = Outputs['savedFilters']['ofComponent']['saved_filters'][number]
export type FilteredList = SavedFilter['list']
type Values = Pick<SavedFilter, 'name' | 'query' | 'shared'>
type Change = Inputs['savedFilters']['updateInComponent']['saved_filter']

/** A list of a project or component whose filters are saved. */
export interface FilterLocation {
  scope: Scope
  list: FilteredList
}

/** The common props of the dialogs of saved filters. */
export interface FilterDialog {
  location: FilterLocation
  /** The filter of the page now. */
  query: string
  filters: readonly SavedFilter[]
  ownId: number
  mayShare: boolean
  onClose: () => void
}

/** The filters of a list: the user's own, then shared ones. */
export function createSavedFiltersQuery({ scope, list }: FilterLocation) {
  return scope.kind === 'project'
    ? api.savedFilters.ofProject.queryOptions({ projectId: scope.id, list })
    : api.savedFilters.ofComponent.queryOptions({ componentId: scope.id, list })
}

/** Saves a new filter of a list. */
export function createSavedFilter({ scope, list }: FilterLocation, values: Values) {
  const input = { saved_filter: { list, ...values } }
  return scope.kind === 'project'
    ? client.savedFilters.createInProject.mutate({ projectId: scope.id, ...input })
    : client.savedFilters.createInComponent.mutate({ componentId: scope.id, ...input })
}

/** Changes a filter, unless it changed since it was loaded. */
export function changeSavedFilter({ scope }: FilterLocation, filter: SavedFilter, change: Change) {
  const input = { id: filter.id, saved_filter: change, expected_lock_version: filter.lock_version }
  return scope.kind === 'project'
    ? client.savedFilters.updateInProject.mutate({ projectId: scope.id, ...input })
    : client.savedFilters.updateInComponent.mutate({ componentId: scope.id, ...input })
}

/** Deletes a saved filter. */
export function deleteSavedFilter({ scope }: FilterLocation, { id }: SavedFilter) {
  return scope.kind === 'project'
    ? client.savedFilters.removeFromProject.mutate({ projectId: scope.id, id })
    : client.savedFilters.removeFromComponent.mutate({ componentId: scope.id, id })
}

/** Refetches the saved filters of all lists. */
export async function reloadSavedFilters(): Promise<void> {
  await queryClient.invalidateQueries(api.savedFilters.pathFilter())
}
