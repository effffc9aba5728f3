import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, type ExpectStatic } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDTHS = [360, 1280]
const THEMES = ['light', 'dark'] as const

/** Rules about colors, the only ones that depend on the theme. */
const COLORS = ['color-contrast', 'link-in-text-block']

/** Layout that is still changing during the check is complete a moment later. */
const RETRY = { timeout: 60_000, interval: 500 }

/**
 * Checks the page with axe; without `all`, only its colors. Tests that run in parallel pass their own `expect`.
 */
export async function expectAccessible(
  page: Page,
  where = '',
  all = true,
  { poll }: Pick<ExpectStatic, 'poll'> = expect,
): Promise<void> {
  await poll(() => listFindings(page, where, all), RETRY).toEqual([])
}

async function listFindings(page: Page, where: string, all: boolean): Promise<string[]> {
  // Once per document, because sending and compiling axe takes as long as running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(runAxe, {
    runOnly: all ? { type: 'tag', values: RULES } : { type: 'rule', values: COLORS },
    // Describes one element per passed rule instead of all.
    resultTypes: ['violations'],
  } satisfies RunOptions)
  return violations.map(
    ({ id, help, nodes }) =>
      `${where} ${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
  )
}

/** Runs in the page. */
async function runAxe(options: RunOptions): Promise<Pick<Result, 'id' | 'help' | 'nodes'>[]> {
  const axe = Reflect.get(window, 'axe') as typeof import('axe-core')
  // The last announcement of React Aria may refer to a removed element.
  const { violations } = await axe.run({ exclude: [['[data-live-announcer]']] }, options)
  return violations.map(({ id, help, nodes }) => ({ id, help, nodes }))
}

/**
 * Checks the page with axe in light and dark, on a phone and on a desktop, and that only tables scroll sideways. With
 * SCREENSHOTS set, saves screenshots there as `<name>-<theme>-<width>.png`.
 */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const where = `${name} ${theme} ${width}`
      const folder = process.env['SCREENSHOTS']
      if (folder) await page.screenshot({ path: `${folder}/${name}-${theme}-${width}.png` })
      await expectAccessible(page, where, theme === 'light')
      // The placeholder of the library, which says nothing and is not translated.
      expect(await page.getByText('Select an item').count(), where).toBe(0)
      await expect
        .poll(() => measureSidewaysOverflow(page), { ...RETRY, message: `${where} scrolls sideways` })
        .toBe(0)
    }
  }
}

/** Returns by how many pixels the page, its main part or a dialog is wider than its space. */
export function measureSidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const scrolling = [...document.querySelectorAll('html, main, [role=dialog]')]
    return Math.max(...scrolling.map((element) => element.scrollWidth - element.clientWidth))
  })
}
