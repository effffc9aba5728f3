import { useSyncExternalStore } from 'react'

const PRINT = 'print'
let isBeingPrinted = false

/** Whether the page is being printed, so that a list renders all rows. It changes before the print layout. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isBeingPrinted || matchMedia(PRINT).matches)
}

function subscribe(onChange: () => void): () => void {
  const startPrinting = () => {
    isBeingPrinted = true
    onChange()
  }
  const finishPrinting = () => {
    isBeingPrinted = false
    onChange()
  }
  const list = matchMedia(PRINT)
  addEventListener('beforeprint', startPrinting)
  addEventListener('afterprint', finishPrinting)
  list.addEventListener('change', onChange)
  return () => {
    removeEventListener('beforeprint', startPrinting)
    removeEventListener('afterprint', finishPrinting)
    list.removeEventListener('change', onChange)
  }
}
