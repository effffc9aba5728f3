import { useSyncExternalStore } from 'react'

const PRINT = 'print'
let isBeingPrinted = false

/** Whether the page is being printed, so that a list renders all rows. It changes before the print layout. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isBeingPrinted || matchMedia(PRINT).matches)
}

function subscribe(onChange: () => void): () => void {
  const before = () => {
    isBeingPrinted = true
    onChange()
  }
  const after = () => {
    isBeingPrinted = false
    onChange()
  }
  const list = matchMedia(PRINT)
  addEventListener('beforeprint', before)
  addEventListener('afterprint', after)
  list.addEventListener('change', onChange)
  return () => {
    removeEventListener('beforeprint', before)
    removeEventListener('afterprint', after)
    list.removeEventListener('change', onChange)
  }
}
