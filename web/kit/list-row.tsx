import { useLayoutEffect, useRef, type ReactNode } from 'react'

const CONTROLS = 'a[href], button:not([disabled]), input'

/** A row of a list. If it disappears with the focus inside, the next row gets it, or the title of the page. */
export function ListRow({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <li ref={useFocusPassing()} className={className}>
      {children}
    </li>
  )
}

/** A row of a table that passes its focus on like `ListRow`. */
export function TableRow({ children }: { children: ReactNode }) {
  return <tr ref={useFocusPassing()}>{children}</tr>
}

function useFocusPassing<T extends HTMLElement>() {
  const row = useRef<T>(null)
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const next = element.nextElementSibling ?? element.previousElementSibling
      queueMicrotask(() => focusIn(next))
    }
  }, [])
  return row
}

function focusIn(next: Element | null): void {
  const control = next?.isConnected ? next.querySelector<HTMLElement>(CONTROLS) : null
  const title = document.querySelector<HTMLElement>('#main h1')
  ;(control ?? title)?.focus()
}
