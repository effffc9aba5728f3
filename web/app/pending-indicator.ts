import { useSyncExternalStore } from 'react'

/**
 * Creates a store for an optimistic hint: in the first frame of an action only its subscribers render. `useSelected` returns
 * the selected value, or null without a hint; the selector must return the same value for the same hint.
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
    useSelected: <R>(look: (sign: T) => R): R | null =>
      useSyncExternalStore(subscribe, () => (shown === null ? null : look(shown))),
  }
}
