import { focusAtEnd } from '../../../app/focus-at-end.ts'
import { findSectionAtTop } from '../../../app/section-at-top.ts'

const findTextFields = () => [...document.querySelectorAll<HTMLElement>('[id^="section-"]')]

/** Focuses a text with the caret at its end. */
export function focusText(id: string | undefined): void {
  focusAtEnd(document.getElementById(`section-${id}`))
}

/** Returns the id of the field whose heading is at the top, undefined if there is none. */
export function findFieldInView(): string | undefined {
  const texts = findTextFields()
  const sections = texts.flatMap((text) => text.closest('section') ?? [])
  const scroller = document.querySelector('article')?.parentElement ?? null
  // Escape in a text leaves the focus on its section, which may have been scrolled away.
  const section = findSectionAtTop(sections, scroller, { within: true })
  return texts.find((text) => text.closest('section') === section)?.id.replace(/^section-/, '')
}

/** Focuses the next text below the focused one, wrapping around. */
export function focusNextText(): void {
  const all = findTextFields()
  const index = all.findIndex((item) => item === document.activeElement)
  focusAtEnd(all[(index + 1) % all.length])
}
