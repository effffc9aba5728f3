import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '../../../app/after-paint.ts'

/** A value as it was until what changed with it is on the screen; for what may follow, not for what is looked at. */
export function useAfterPaint<T>(value: T): T {
  const [shown, show] = useState(() => value)
  useEffect(() => afterPaint(() => startTransition(() => show(() => value))), [value])
  return shown
}
