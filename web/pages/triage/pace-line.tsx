import { useSyncExternalStore } from 'react'
import { paceOf, paceWords } from './pace.ts'
import { onStoreChange, storeSnapshot } from './undo/store.ts'

/** One's own pace, for oneself: how many decisions a minute, and when the rest is done. */
export function PaceLine({ left }: { left: number }) {
  const entries = useSyncExternalStore(onStoreChange, () => storeSnapshot().undoEntries)
  const now = Date.now()
  const pace = paceOf(
    entries.filter(({ state }) => state === 'done'),
    now,
  )
  return pace === null ? null : <span className="only-wide">{` · ${paceWords(pace, left, now)}`}</span>
}
