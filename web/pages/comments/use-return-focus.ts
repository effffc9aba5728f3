import { useLayoutEffect, type RefObject } from 'react'

/**
 * Returns the focus to the closest focusable element around a form (section, comment or panel) when the form is removed
 * while focused. Otherwise the focus would move to the page.
 */
export function useReturnFocus(form: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = form.current
    const home = box?.parentElement?.closest<HTMLElement>('[tabindex]')
    return () => {
      if (!box?.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        const lost = document.activeElement === document.body || document.activeElement === null
        if (lost && home?.isConnected === true) home.focus({ preventScroll: true })
      })
    }
  }, [form])
}
