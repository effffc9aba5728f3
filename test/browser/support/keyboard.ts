import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const MOST = 120

/** Goes there by Tab alone, as someone without a mouse, and looks that one sees where one is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < MOST; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return seen(target)
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MOST} presses of Tab do not lead to ${String(target)}`)
}

/** The focus comes there, as soon as what is being rendered is there. */
export async function hasFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)
}

async function seen(target: Locator): Promise<void> {
  const outlined = () => target.evaluate(readOutline)
  await expect
    .poll(outlined, { message: `the focus is not seen at ${String(target)}` })
    .toEqual({ outline: expect.not.stringMatching('none'), wide: true })
}

function readOutline(element: Element): { outline: string; wide: boolean } {
  // A tick or a choice shows its focus at the box beside its hidden field.
  const shown = element.closest('label') ?? element
  const styles = [shown, ...shown.querySelectorAll('*')].map((one) => getComputedStyle(one))
  const style = styles.find(({ outlineStyle }) => outlineStyle !== 'none') ?? getComputedStyle(element)
  return { outline: style.outlineStyle, wide: Number.parseFloat(style.outlineWidth) >= 1 }
}
