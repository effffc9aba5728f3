import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '../../../app/after-paint.ts'

/** Returns the previous value until the next paint; for parts that may update later. */
export function useAfterPaint<T>(value: T): T {
  const [shown, show] = useState(() => value)
  useEffect(() => afterPaint(() => startTransition(() => show(() => value))), [value])
  return shown
}
