/** A heading this many pixels below the upper edge still counts as at the top. */
const NEAR_PX = 48

/**
 * Returns the section to act on in a scrolled page: the focused section while it is visible. Otherwise it is the last
 * one whose heading is at or above the upper edge, or the first. With `within`, the focus must be inside the section.
 */
export function findSectionAtTop(
  sections: readonly HTMLElement[],
  scroller: HTMLElement | null,
  { within = false } = {},
): HTMLElement | undefined {
  const main = document.getElementById('main')?.getBoundingClientRect()
  const pane = scroller?.getBoundingClientRect()
  // Under 720 px the panes do not scroll, and their upper edge leaves the window.
  const top = Math.max(main?.top ?? 0, pane?.top ?? 0)
  const bottom = Math.min(main?.bottom ?? innerHeight, pane?.bottom ?? innerHeight)
  const isInSight = (section: HTMLElement) => {
    const bounds = section.getBoundingClientRect()
    return bounds.bottom > top && bounds.top < bottom
  }
  const active = document.activeElement
  const focused = sections.find((section) => section.contains(active) && !(within && section === active))
  if (focused && isInSight(focused)) return focused
  return sections.findLast((section) => section.getBoundingClientRect().top <= top + NEAR_PX) ?? sections[0]
}
