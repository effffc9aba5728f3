import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useRef } from 'react'
import { computeRowHeight } from '../kit/row-height.ts'
import { useSettings } from './settings.ts'

/** A virtualized list of rows with two lines; the density of the user's settings decides their height. */
export function useVirtualRows(count: number) {
  const scroller = useRef<HTMLElement>(null)
  const { density } = useSettings()
  const height = useMemo(() => computeRowHeight(density, 2), [density])
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => height, [height]),
    getItemKey: useCallback((index: number) => `${height} ${index}`, [height]),
    overscan: 10,
  })
  return { scroller, height, virtual }
}
