import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '../../../app/after-paint.ts'

/** Returns the previous value until the next paint; for parts that may update later. */
export function useValueAfterPaint<T>(value: T): T {
  const [visibleValue, setVisibleValue] = useState(() => value)
  useEffect(() => afterPaint(() => startTransition(() => setVisibleValue(() => value))), [value])
  return visibleValue
}
