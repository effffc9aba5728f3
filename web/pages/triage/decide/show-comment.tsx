import { useEffect } from 'react'

/**
 * Scrolls the comment above a form that covers the lower half of the window on a phone. Render it with the form, which
 * may load later than it is opened.
 */
export function ShowComment() {
  useEffect(() => {
    if (matchMedia('(max-width: 719px)').matches) {
      document.querySelector('[data-panel]')?.scrollIntoView({ block: 'start' })
    }
  }, [])
  return null
}
