import { useEffect } from 'react'

/** Shows a count at the icon of the installed application; does nothing in other browsers. */
export function useAppBadge(count: number | null): void {
  useEffect(() => {
    if (count === null || !('setAppBadge' in navigator)) return
    // A browser may reject it, as it does without permission.
    navigator.setAppBadge(count).catch(() => undefined)
  }, [count])
}

/** Removes the badge at sign-out. */
export function clearAppBadge(): void {
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined)
}
