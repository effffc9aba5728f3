import { useLayoutEffect, type RefObject } from 'react'

/**
 * Gives the focus to the closest focusable element around a form when the form goes while the focus is in it: the section,
 * comment or panel that it belongs to. Without this the focus falls to the page.
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
