/** Focuses an element; in a text area, the caret is behind the last word, so that typed text continues it. */
export function focusAtEnd(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return
  element.focus()
  if (element instanceof HTMLTextAreaElement) {
    element.setSelectionRange(element.value.length, element.value.length)
  }
}
