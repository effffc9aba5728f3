import { useLayoutEffect, type RefObject } from 'react'

/**
 * Returns the focus when a form is removed while focused: to the closest focusable element around it (section, comment
 * or panel), or to the element that `findHome` returns. Otherwise the focus would move to the page.
 */
export function useReturnFocus(form: RefObject<HTMLElement | null>, findHome = findFocusableParent): void {
  useLayoutEffect(() => {
    const box = form.current
    const home = box && findHome(box)
    return () => {
      if (!box?.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        const lost = document.activeElement === document.body || document.activeElement === null
        if (lost && home?.isConnected === true) home.focus({ preventScroll: true })
      })
    }
  }, [form, findHome])
}

function findFocusableParent(box: HTMLElement): HTMLElement | null | undefined {
  return box.parentElement?.closest<HTMLElement>('[tabindex]')
}
