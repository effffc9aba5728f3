import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, type ExpectStatic } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDTHS = [360, 1280]
const THEMES = ['light', 'dark'] as const

/** Rules about colors: of all that axe looks at, the theme changes nothing else. */
const COLORS = ['color-contrast', 'link-in-text-block']

/** What is still on its way as axe looks, such as the layout of another width, is there a moment later. */
const LOOKS = { timeout: 60_000, interval: 500 }

/**
 * Whether axe finds anything in the page as it is; without `all`, in its colors. Tests that run in parallel pass their
 * own `expect`.
 */
export async function expectAccessible(
  page: Page,
  where = '',
  all = true,
  { poll }: Pick<ExpectStatic, 'poll'> = expect,
): Promise<void> {
  await poll(() => findings(page, where, all), LOOKS).toEqual([])
}

async function findings(page: Page, where: string, all: boolean): Promise<string[]> {
  // Once in each document: sending and compiling axe takes as long as running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(runAxe, {
    runOnly: all ? { type: 'tag', values: RULES } : { type: 'rule', values: COLORS },
    // For each rule that passes, one element is described instead of all.
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
  // The text that React Aria announced last names an element that may be gone by now.
  const { violations } = await axe.run({ exclude: [['[data-live-announcer]']] }, options)
  return violations.map(({ id, help, nodes }) => ({ id, help, nodes }))
}

/**
 * Looks at the page as it is in light and dark, on a phone and on a desk: axe finds nothing, and nothing but tables
 * scrolls sideways. With SCREENSHOTS set, each look is kept there as `<name>-<theme>-<width>.png`.
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
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      await expect.poll(wide, { ...LOOKS, message: `${where} scrolls sideways` }).toBeLessThanOrEqual(0)
    }
  }
}
