import { startTransition, useEffect, useState } from 'react'
import { runAfterPaint } from '../../../app/after-paint.ts'

/** Returns the previous value until the next paint; for parts that may update later. */
export function useValueAfterPaint<T>(value: T): T {
  const [visibleValue, setVisibleValue] = useState(() => value)
  useEffect(() => runAfterPaint(() => startTransition(() => setVisibleValue(() => value))), [value])
  return visibleValue
}
