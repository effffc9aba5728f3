import { useSyncExternalStore } from 'react'
import { onStoreChange, readStore } from './store.ts'

/** Subscribes to the user's undoable and failed decisions. */
export function useTriageStore() {
  const undoEntries = useSyncExternalStore(onStoreChange, () => readStore().undoEntries)
  const failures = useSyncExternalStore(onStoreChange, () => readStore().failures)
  const failedUndo = useSyncExternalStore(onStoreChange, () => readStore().failedUndo)
  return { undoEntries, failures, failedUndo }
}
