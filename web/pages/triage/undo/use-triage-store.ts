import { useSyncExternalStore } from 'react'
import { onStoreChange, storeSnapshot } from './store.ts'

/** The own decisions that can be undone, and those that failed. */
export function useTriageStore() {
  const undoEntries = useSyncExternalStore(onStoreChange, () => storeSnapshot().undoEntries)
  const failures = useSyncExternalStore(onStoreChange, () => storeSnapshot().failures)
  const refused = useSyncExternalStore(onStoreChange, () => storeSnapshot().refused)
  return { undoEntries, failures, refused }
}
