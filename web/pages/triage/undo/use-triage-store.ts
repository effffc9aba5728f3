import { useSyncExternalStore } from 'react'
import { onStoreChange, storeSnapshot } from './store.ts'

/** Subscribes to the user's undoable and failed decisions. */
export function useTriageStore() {
  const undoEntries = useSyncExternalStore(onStoreChange, () => storeSnapshot().undoEntries)
  const failures = useSyncExternalStore(onStoreChange, () => storeSnapshot().failures)
  const refused = useSyncExternalStore(onStoreChange, () => storeSnapshot().refused)
  return { undoEntries, failures, refused }
}
