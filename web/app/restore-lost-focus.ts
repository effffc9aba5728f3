import { runAfterPaint } from './after-paint.ts'
import { focusTitle } from './page-title.tsx'

/** Focuses the title of the page if the pressed button is gone after the page shows the result of a write. */
export function restoreLostFocus(): void {
  runAfterPaint(() => {
    if (document.activeElement === document.body) focusTitle()
  })
}
