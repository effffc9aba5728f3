import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { NEW } from './anchors.ts'

/** Opens the dialog for a new record when the address asks for it (`/projects#new`), as the palette does. */
export function useNewAnchor(setOpen: (isOpen: boolean) => void): void {
  // Another visit of the same address opens the dialog again.
  const visit = useLocation({ select: ({ hash, state }) => (hash === NEW ? (state.__TSR_key ?? NEW) : null) })
  useEffect(() => {
    if (visit !== null) setOpen(true)
  }, [visit, setOpen])
}
