import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same while what it does follows the last rendering; for events, not for rendering. */
export function useStable<A extends unknown[], R>(act: (...given: A) => R): (...given: A) => R {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...given: A) => latest.current(...given), [])
}
