import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 1100px)'

/** Whether the window has room for two texts side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
