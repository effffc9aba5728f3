import { lazy } from 'react'
import { createLazyPart } from '../../app/lazy-part.tsx'
import { loadCode } from '../../app/load-code.ts'
import { waitForFirstComment } from './queue/when-loaded.ts'

/** Parts that only some comments or views need; they load after the queue is shown. */
const loadBanners = () => import('./decide/banners.tsx')
const loadFilters = () => import('./queue/filter-bar.tsx')
const loadPickers = () => import('./decide/pickers.tsx')

// The filters are on the first screen: load them while the page waits for its data.
void loadFilters().catch(() => undefined)

export const AcceptAndEdit = createLazyPart(
  async () => (await import('./decide/accept-edit.tsx')).AcceptAndEdit,
)
export const BulkDialog = createLazyPart(async () => (await import('./bulk/bulk-dialog.tsx')).BulkDialog)
export const ClustersView = createLazyPart(
  async () => (await import('./clusters/clusters-view.tsx')).ClustersView,
)
export const FailureBanner = createLazyPart(async () => (await loadBanners()).FailureBanner)
/** The filters, after the first comment; their space is reserved. */
export const FilterBar = lazy(() =>
  loadCode(async () => {
    await waitForFirstComment()
    return { default: (await loadFilters()).FilterBar }
  }),
)
export const Finished = createLazyPart(async () => (await import('./finish/finished.tsx')).Finished)
export const LastDecision = createLazyPart(
  async () => (await import('./undo/last-decision.tsx')).LastDecision,
)
export const MergeDialog = createLazyPart(async () => (await import('./bulk/merge-dialog.tsx')).MergeDialog)
export const MissingComment = createLazyPart(
  async () => (await import('./comment/missing-comment.tsx')).MissingComment,
)
export const MoreActions = createLazyPart(
  async () => (await import('./comment/overflow-menu.tsx')).OverflowMenu,
)
export const NoticeBanner = createLazyPart(async () => (await loadBanners()).NoticeBanner)
export const OtherFailures = createLazyPart(async () => (await loadBanners()).OtherFailures)
export const PaceLine = createLazyPart(async () => {
  await waitForFirstComment()
  return (await import('./pace-line.tsx')).PaceLine
})
export const PickComment = createLazyPart(async () => (await loadPickers()).PickComment)
export const PickRequirement = createLazyPart(async () => (await loadPickers()).PickRequirement)
export const SavedFilters = createLazyPart(
  async () => (await import('../saved-filters/saved-filters-menu.tsx')).SavedFilters,
)
export const SelectionBar = createLazyPart(
  async () => (await import('./bulk/selection-bar.tsx')).SelectionBar,
)
export const TableView = createLazyPart(async () => (await import('./table/table-view.tsx')).TableView)
export const TaskForm = createLazyPart(async () => (await import('./comment/tasks.tsx')).TaskForm)
export const UndoFailure = createLazyPart(async () => (await loadBanners()).UndoFailure)

const PARTS = [
  AcceptAndEdit,
  BulkDialog,
  ClustersView,
  FailureBanner,
  Finished,
  LastDecision,
  MergeDialog,
  MissingComment,
  MoreActions,
  NoticeBanner,
  OtherFailures,
  PaceLine,
  PickComment,
  PickRequirement,
  SavedFilters,
  SelectionBar,
  TableView,
  TaskForm,
  UndoFailure,
]

/** Prefetches all lazy parts, so that a key opens one without waiting. */
export function preloadParts(): void {
  for (const { preload } of PARTS) preload()
}
