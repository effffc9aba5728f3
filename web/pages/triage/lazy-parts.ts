import { lazy } from 'react'
import { loadCode } from '../../app/load-code.ts'

/** What only some comments or views need comes after the queue is shown, before anyone can ask for it. */
const LATER = {
  banners: () => import('./decide/banners.tsx'),
  filters: () => import('./queue/filter-bar.tsx'),
  edit: () => import('./decide/accept-edit.tsx'),
  bulk: () => import('./bulk/bulk-dialog.tsx'),
  clusters: () => import('./clusters/clusters-view.tsx'),
  finished: () => import('./finish/finished.tsx'),
  merge: () => import('./bulk/merge-dialog.tsx'),
  more: () => import('./comment/overflow-menu.tsx'),
  pickers: () => import('./decide/pickers.tsx'),
  savedFilters: () => import('../saved-filters/saved-filters-menu.tsx'),
  table: () => import('./table/table-view.tsx'),
  tasks: () => import('./comment/tasks.tsx'),
}
export const AcceptAndEdit = lazy(() =>
  loadCode(async () => ({ default: (await LATER.edit()).AcceptAndEdit })),
)
export const BulkDialog = lazy(() => loadCode(async () => ({ default: (await LATER.bulk()).BulkDialog })))
export const ClustersView = lazy(() =>
  loadCode(async () => ({ default: (await LATER.clusters()).ClustersView })),
)
export const FilterBar = lazy(() => loadCode(async () => ({ default: (await LATER.filters()).FilterBar })))
export const MergeDialog = lazy(() => loadCode(async () => ({ default: (await LATER.merge()).MergeDialog })))
export const MoreActions = lazy(() => loadCode(async () => ({ default: (await LATER.more()).OverflowMenu })))
export const PickComment = lazy(() =>
  loadCode(async () => ({ default: (await LATER.pickers()).PickComment })),
)
export const PickRequirement = lazy(() =>
  loadCode(async () => ({ default: (await LATER.pickers()).PickRequirement })),
)
export const SavedFilters = lazy(() =>
  loadCode(async () => ({ default: (await LATER.savedFilters()).SavedFilters })),
)
export const TableView = lazy(() => loadCode(async () => ({ default: (await LATER.table()).TableView })))
export const TaskForm = lazy(() => loadCode(async () => ({ default: (await LATER.tasks()).TaskForm })))
export const FailureBanner = lazy(() =>
  loadCode(async () => ({ default: (await LATER.banners()).FailureBanner })),
)
export const Finished = lazy(() => loadCode(async () => ({ default: (await LATER.finished()).Finished })))
export const NoticeBanner = lazy(() =>
  loadCode(async () => ({ default: (await LATER.banners()).NoticeBanner })),
)
export const OtherFailures = lazy(() =>
  loadCode(async () => ({ default: (await LATER.banners()).OtherFailures })),
)
export const UndoRefused = lazy(() =>
  loadCode(async () => ({ default: (await LATER.banners()).UndoRefused })),
)

/** Fetches all of them, so that a key that opens one waits for nothing. */
export function preloadParts(): void {
  for (const part of Object.values(LATER)) void part().catch(() => undefined)
}
