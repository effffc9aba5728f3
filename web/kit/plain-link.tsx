import type { AnchorHTMLAttributes, MouseEvent } from 'react'

/**
 * A link for long lists. The list computes the address, because each `Link` would subscribe to the current address. It
 * does not prefetch.
 */
export function PlainLink({
  onFollow,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; onFollow: () => void }) {
  return <a {...props} onClick={(event) => follow(event, onFollow)} />
}

/** Handles a plain click; with a modifier the browser opens the address as for any link. */
export function follow(event: MouseEvent, act: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  act()
}
