import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openRoute } from './open-route.ts'

/** Returns a text that would run, load or reorder something if a page rendered it as markup; `field` names it. */
export const createMarkup = (field: string): string =>
  `"'><img src=x onerror="ran('${field}')"><script>ran('${field}')</script><svg onload="ran('${field}')">{{7*7}}${REVERSED}`

/** Without bidirectional controls, and short enough for every name. */
export const createShortMarkup = (field: string): string => `"'><img src=x onerror="ran('${field}')">{{7*7}}`

/** Shown from right to left by a page that does not isolate it. */
const REVERSED = '\u202Edesrever\u202C'

/** Fields whose text runs in the page, and fields whose text is seen in it. */
export interface Witness {
  ran: string[]
  seen: Set<string>
  /** Buttons of the bars around the pages that were pressed: they are the same on every page. */
  pressed: Set<string>
  /** Fails if the page has elements from stored text; records the fields that it shows. */
  inspect: (where: string) => Promise<void>
}

/** Watches a page for stored markup that executes. Call it before the first navigation that shows stored text. */
export async function watchMarkup(page: Page): Promise<Witness> {
  const ran: string[] = []
  const texts = new Set<string>()
  const pressed = new Set<string>()
  await page.exposeFunction('noteRan', (field: string) => ran.push(field))
  await page.addInitScript(() => {
    Reflect.set(window, 'ran', Reflect.get(window, 'noteRan'))
  })
  page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  const inspect = async (where: string) => {
    const { made, fields } = await page.evaluate(() => {
      const elements = document.querySelectorAll(
        'img[src="x"], [onerror], [onload], a[href^="javascript:" i]',
      )
      const text = document.documentElement.textContent ?? ''
      const values = [...document.querySelectorAll('input, textarea')].map((field) =>
        Reflect.get(field, 'value'),
      )
      const all = [text, ...values].join('\n')
      return {
        made: [...elements].map(({ outerHTML }) => outerHTML.slice(0, 200)),
        fields: [...all.matchAll(/onerror="ran\('([^']{1,60})'\)/g)].map(([, field]) => field ?? ''),
      }
    })
    for (const field of fields) texts.add(field)
    expect(made, `${where} makes elements of stored text`).toEqual([])
    expect(ran, `${where} runs stored text`).toEqual([])
  }
  return { ran, seen: texts, pressed, inspect }
}

/**
 * Presses the buttons of a page one after the other and inspects the dialogs and menus that open. Returns to the page
 * after a button that leads to another one.
 */
export async function openEverything(page: Page, witness: Witness, where: string): Promise<void> {
  const address = page.url()
  for (const name of await listButtons(page, witness.pressed)) {
    const button = page.getByRole('button', { name, exact: true }).first()
    if (!(await pressed(button))) continue
    await witness.inspect(`${where}, ${name}`)
    for (let entry = 0; entry < 12; entry++) {
      const item = page.getByRole('menuitem').nth(entry)
      if (!(await item.isVisible())) break
      const label = (await item.textContent()) ?? ''
      if (LEAVES_THE_PAGE.test(label) || !(await pressed(item))) continue
      await witness.inspect(`${where}, ${name}, ${label}`)
      await page.keyboard.press('Escape')
      if (!(await page.getByRole('menu').isVisible())) await pressed(button)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    if (page.url() === address) continue
    const { pathname, search } = new URL(address)
    await openRoute(page, `${pathname}${search}`)
  }
}

/** Lists the enabled buttons of a page, without those of the surrounding bars that were pressed before. */
async function listButtons(page: Page, pressedBefore: Set<string>): Promise<string[]> {
  const buttons = await page.evaluate(() =>
    [...document.querySelectorAll('button:not([disabled]):not([type="submit"])')]
      .filter((button) => button.checkVisibility())
      .map((button) => ({
        name: button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '',
        isOfPage: button.closest('main') !== null,
      })),
  )
  const pressable = buttons.filter(({ name, isOfPage }) => {
    if (name === '' || LEAVES_THE_PAGE.test(name)) return false
    if (isOfPage) return true
    const isNew = !pressedBefore.has(name)
    pressedBefore.add(name)
    return isNew
  })
  return [...new Set(pressable.map(({ name }) => name))].slice(0, 16)
}

const LEAVES_THE_PAGE = /sign out|download|delete|end all|revoke/i

interface PressTarget {
  click: (options: { timeout: number; noWaitAfter: boolean }) => Promise<void>
}

/** Presses a button if it can be pressed immediately; returns whether it was. */
function pressed(target: PressTarget): Promise<boolean> {
  return target.click({ timeout: 250, noWaitAfter: true }).then(
    () => true,
    () => false,
  )
}
