import { startTransition, useEffect, useState } from 'react'
import { afterFrame } from '../../app/after-frame.ts'

/** A value as it was until what changed with it is on the screen; for what may follow, not for what is looked at. */
export function useAfterFrame<T>(value: T): T {
  const [shown, show] = useState(() => value)
  useEffect(() => afterFrame(() => startTransition(() => show(() => value))), [value])
  return shown
}
