import type { AnchorHTMLAttributes, MouseEvent } from 'react'

/**
 * A link of a long list. Its address is made by who shows the list, because a `Link` looks at the address of the page
 * for each of its rows; nothing is read ahead.
 */
export function PlainLink({
  onFollow,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; onFollow: () => void }) {
  return <a {...props} onClick={(event) => follow(event, onFollow)} />
}

/** A plain press acts; with a modifier the browser opens the address as it does with any link. */
export function follow(event: MouseEvent, act: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  act()
}
