import { lazy } from 'react'

/** What only some comments or views need comes after the queue is shown, before anybody can ask for it. */
const LATER = {
  filters: () => import('./filter-bar.tsx'),
  edit: () => import('./accept-edit.tsx'),
  bulk: () => import('./bulk-dialog.tsx'),
  clusters: () => import('./clusters-view.tsx'),
  merge: () => import('./merge-dialog.tsx'),
  more: () => import('./more.tsx'),
  pickers: () => import('./pickers.tsx'),
  table: () => import('./table-view.tsx'),
  tasks: () => import('./tasks.tsx'),
}
export const AcceptAndEdit = lazy(async () => ({ default: (await LATER.edit()).AcceptAndEdit }))
export const BulkDialog = lazy(async () => ({ default: (await LATER.bulk()).BulkDialog }))
export const ClustersView = lazy(async () => ({ default: (await LATER.clusters()).ClustersView }))
export const FilterBar = lazy(async () => ({ default: (await LATER.filters()).FilterBar }))
export const MergeDialog = lazy(async () => ({ default: (await LATER.merge()).MergeDialog }))
export const MoreActions = lazy(async () => ({ default: (await LATER.more()).MoreActions }))
export const PickComment = lazy(async () => ({ default: (await LATER.pickers()).PickComment }))
export const PickRequirement = lazy(async () => ({ default: (await LATER.pickers()).PickRequirement }))
export const TableView = lazy(async () => ({ default: (await LATER.table()).TableView }))
export const TaskForm = lazy(async () => ({ default: (await LATER.tasks()).TaskForm }))

/** Fetches all of them, so that a key that opens one waits for nothing. */
export function bringParts(): void {
  for (const part of Object.values(LATER)) void part().catch(() => undefined)
}
