import { lazy } from 'react'

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
  table: () => import('./table/table-view.tsx'),
  tasks: () => import('./comment/tasks.tsx'),
}
export const AcceptAndEdit = lazy(async () => ({ default: (await LATER.edit()).AcceptAndEdit }))
export const BulkDialog = lazy(async () => ({ default: (await LATER.bulk()).BulkDialog }))
export const ClustersView = lazy(async () => ({ default: (await LATER.clusters()).ClustersView }))
export const FailureBanner = lazy(async () => ({ default: (await LATER.banners()).FailureBanner }))
export const FilterBar = lazy(async () => ({ default: (await LATER.filters()).FilterBar }))
export const Finished = lazy(async () => ({ default: (await LATER.finished()).Finished }))
export const MergeDialog = lazy(async () => ({ default: (await LATER.merge()).MergeDialog }))
export const MoreActions = lazy(async () => ({ default: (await LATER.more()).OverflowMenu }))
export const NoticeBanner = lazy(async () => ({ default: (await LATER.banners()).NoticeBanner }))
export const OtherFailures = lazy(async () => ({ default: (await LATER.banners()).OtherFailures }))
export const PickComment = lazy(async () => ({ default: (await LATER.pickers()).PickComment }))
export const PickRequirement = lazy(async () => ({ default: (await LATER.pickers()).PickRequirement }))
export const TableView = lazy(async () => ({ default: (await LATER.table()).TableView }))
export const TaskForm = lazy(async () => ({ default: (await LATER.tasks()).TaskForm }))
export const UndoRefused = lazy(async () => ({ default: (await LATER.banners()).UndoRefused }))

/** Fetches all of them, so that a key that opens one waits for nothing. */
export function preloadParts(): void {
  for (const part of Object.values(LATER)) void part().catch(() => undefined)
}
