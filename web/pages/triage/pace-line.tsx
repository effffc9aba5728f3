import { useSyncExternalStore } from 'react'
import { measurePace, formatPace } from './pace.ts'
import { onStoreChange, readStore } from './undo/store.ts'

/** The user's own pace: decisions a minute, and the estimated end. */
export function PaceLine({ undecidedCount }: { undecidedCount: number }) {
  const entries = useSyncExternalStore(onStoreChange, () => readStore().undoEntries)
  const now = Date.now()
  const pace = measurePace(
    entries.filter(({ state }) => state === 'done'),
    now,
  )
  return pace === null ? null : (
    <span className="only-wide">{` · ${formatPace(pace, undecidedCount, now)}`}</span>
  )
}
