import { useEffect } from 'react'

/**
 * On a phone a question covers the lower half of the window: the comment that it is about comes above it. Render it
 * with the question, which may be loaded later than it is asked.
 */
export function ShowComment() {
  useEffect(() => {
    if (matchMedia('(max-width: 719px)').matches) {
      document.querySelector('[data-panel]')?.scrollIntoView({ block: 'start' })
    }
  }, [])
  return null
}
