import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const MAX_PRESSES = 120

/** Tabs to an element, and checks that its focus is visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < MAX_PRESSES; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      return expectVisibleFocus(target)
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MAX_PRESSES} presses of Tab do not lead to ${String(target)}`)
}

/** The focus moves there when the rendering is complete. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)
}

async function expectVisibleFocus(target: Locator): Promise<void> {
  const outlined = () => target.evaluate(readOutline)
  await expect
    .poll(outlined, { message: `the focus is not seen at ${String(target)}` })
    .toEqual({ outline: expect.not.stringMatching('none'), wide: true })
}

function readOutline(element: Element): { outline: string; wide: boolean } {
  // A checkbox or radio button shows its focus at the box next to its hidden input.
  const visibleElement = element.closest('label') ?? element
  const styles = [visibleElement, ...visibleElement.querySelectorAll('*')].map((item) =>
    getComputedStyle(item),
  )
  const style = styles.find(({ outlineStyle }) => outlineStyle !== 'none') ?? getComputedStyle(element)
  return { outline: style.outlineStyle, wide: Number.parseFloat(style.outlineWidth) >= 1 }
}
