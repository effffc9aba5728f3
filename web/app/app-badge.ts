import { useEffect } from 'react'

/** Shows how many things wait at the icon of the installed application; does nothing in other browsers. */
export function useAppBadge(count: number | null): void {
  useEffect(() => {
    if (count === null || !('setAppBadge' in navigator)) return
    // A browser may refuse it, as it does without permission.
    navigator.setAppBadge(count).catch(() => undefined)
  }, [count])
}

/** Takes the badge away when one signs out. */
export function clearAppBadge(): void {
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined)
}
