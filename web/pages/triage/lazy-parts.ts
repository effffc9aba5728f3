import { lazy, type ReactNode } from 'react'
import { loadCode } from '../../app/load-code.ts'
import { waitForFirstComment } from './queue/when-loaded.ts'

/** Parts that only some comments or views need; they load after the queue is shown. */
const LAZY_IMPORTS = {
  banners: () => import('./decide/banners.tsx'),
  filters: () => import('./queue/filter-bar.tsx'),
  edit: () => import('./decide/accept-edit.tsx'),
  bulk: () => import('./bulk/bulk-dialog.tsx'),
  clusters: () => import('./clusters/clusters-view.tsx'),
  finished: () => import('./finish/finished.tsx'),
  lastDecision: () => import('./undo/last-decision.tsx'),
  merge: () => import('./bulk/merge-dialog.tsx'),
  more: () => import('./comment/overflow-menu.tsx'),
  pace: () => import('./pace-line.tsx'),
  pickers: () => import('./decide/pickers.tsx'),
  savedFilters: () => import('../saved-filters/saved-filters-menu.tsx'),
  selection: () => import('./bulk/selection-bar.tsx'),
  table: () => import('./table/table-view.tsx'),
  tasks: () => import('./comment/tasks.tsx'),
}

// The filters are on the first screen: load them while the page waits for its data.
void LAZY_IMPORTS.filters().catch(() => undefined)

const createLazyPart = <P extends object>(load: () => Promise<{ default: (props: P) => ReactNode }>) =>
  lazy<(props: P) => ReactNode>(() => loadCode(load))

export const AcceptAndEdit = createLazyPart(async () => ({
  default: (await LAZY_IMPORTS.edit()).AcceptAndEdit,
}))
export const BulkDialog = createLazyPart(async () => ({ default: (await LAZY_IMPORTS.bulk()).BulkDialog }))
export const ClustersView = createLazyPart(async () => ({
  default: (await LAZY_IMPORTS.clusters()).ClustersView,
}))
export const FailureBanner = createLazyPart(async () => ({
  default: (await LAZY_IMPORTS.banners()).FailureBanner,
}))
/** The filters, after the first comment; their space is reserved. */
export const FilterBar = createLazyPart(async () => {
  await waitForFirstComment()
  return { default: (await LAZY_IMPORTS.filters()).FilterBar }
})
export const Finished = createLazyPart(async () => ({ default: (await LAZY_IMPORTS.finished()).Finished }))
export const LastDecision = createLazyPart(async () => ({
  default: (await LAZY_IMPORTS.lastDecision()).LastDecision,
}))
export const MergeDialog = createLazyPart(async () => ({ default: (await LAZY_IMPORTS.merge()).MergeDialog }))
export const MoreActions = createLazyPart(async () => ({ default: (await LAZY_IMPORTS.more()).OverflowMenu }))
export const NoticeBanner = createLazyPart(async () => ({
  default: (await LAZY_IMPORTS.banners()).NoticeBanner,
}))
export const OtherFailures = createLazyPart(async () => ({
  default: (await LAZY_IMPORTS.banners()).OtherFailures,
}))
export const PaceLine = createLazyPart(async () => {
  await waitForFirstComment()
  return { default: (await LAZY_IMPORTS.pace()).PaceLine }
})
export const PickComment = createLazyPart(async () => ({
  default: (await LAZY_IMPORTS.pickers()).PickComment,
}))
export const PickRequirement = createLazyPart(async () => ({
  default: (await LAZY_IMPORTS.pickers()).PickRequirement,
}))
export const SavedFilters = createLazyPart(async () => ({
  default: (await LAZY_IMPORTS.savedFilters()).SavedFilters,
}))
export const SelectionBar = createLazyPart(async () => ({
  default: (await LAZY_IMPORTS.selection()).SelectionBar,
}))
export const TableView = createLazyPart(async () => ({ default: (await LAZY_IMPORTS.table()).TableView }))
export const TaskForm = createLazyPart(async () => ({ default: (await LAZY_IMPORTS.tasks()).TaskForm }))
export const UndoFailure = createLazyPart(async () => ({
  default: (await LAZY_IMPORTS.banners()).UndoFailure,
}))

/** Prefetches all lazy parts, so that a key opens one without waiting. */
export function preloadParts(): void {
  for (const lazyPart of Object.values(LAZY_IMPORTS)) void lazyPart().catch(() => undefined)
}
