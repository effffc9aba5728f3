import { useSyncExternalStore } from 'react'

/**
 * Creates a store for an optimistic hint: in the first frame of an action only its subscribers render. `useSelected` returns
 * the selected value, or null without a hint; the selector must return the same value for the same hint.
 */
export function createPendingIndicator<T>() {
  let current: T | null = null
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    now: (): T | null => current,
    show(hint: T | null): void {
      if (hint === current) return
      current = hint
      for (const listener of listeners) listener()
    },
    useSelected: <R>(select: (hint: T) => R): R | null =>
      useSyncExternalStore(subscribe, () => (current === null ? null : select(current))),
  }
}
