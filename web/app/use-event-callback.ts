import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Returns a stable function that calls the latest version of `act`; for events, not for rendering. */
export function useEventCallback<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: A) => latest.current(...args), [])
}

/** Stable callbacks for a fixed set of functions. */
export function useEventCallbacks<T extends Record<string, (...args: never[]) => unknown>>(acts: T): T {
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  const [stable] = useState(() => {
    const entries = Object.keys(acts).map((name) => [
      name,
      (...args: never[]) => latest.current[name]?.(...args),
    ])
    return Object.fromEntries(entries) as T
  })
  return stable
}
