import { useSyncExternalStore } from 'react'
import { useMediaQuery } from './use-media-query.ts'

let isBeingPrinted = false

/** Whether the page is being printed, so that a list renders all rows. It changes before the print layout. */
export function usePrinting(): boolean {
  const isPrintLayout = useMediaQuery('print')
  return useSyncExternalStore(subscribe, () => isBeingPrinted) || isPrintLayout
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
  addEventListener('beforeprint', startPrinting)
  addEventListener('afterprint', finishPrinting)
  return () => {
    removeEventListener('beforeprint', startPrinting)
    removeEventListener('afterprint', finishPrinting)
  }
}
