import { useSyncExternalStore } from 'react'

/**
 * What an action shows before the page is rendered for it: in its first frame only those who look at the sign are
 * rendered again. `useOf` answers what its function makes of the sign, null where there is none; it is to answer the same
 * value for the same.
 */
export function pendingIndicator<T>() {
  let shown: T | null = null
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    now: (): T | null => shown,
    show(sign: T | null): void {
      if (sign === shown) return
      shown = sign
      for (const listener of listeners) listener()
    },
    useOf: <R>(look: (sign: T) => R): R | null =>
      useSyncExternalStore(subscribe, () => (shown === null ? null : look(shown))),
  }
}
