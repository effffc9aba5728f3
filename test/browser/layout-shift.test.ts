import type { Page } from 'playwright-core'
import { test, type ExpectStatic } from 'vitest'
import { EVERY_PAGE, type EveryPage } from './support/every-page.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const routes = EVERY_PAGE.map((item) => [item.route, item] as const)

/** The layout shift that Chromium rates as good. */
const BUDGET = 0.1
const WIDTHS = [360, 1280]

/** Adds up the layout shifts without input since the start. */
function installObserver(): void {
  const shifts: { value: number; moved: string[] }[] = []
  Reflect.set(window, 'layoutShifts', shifts)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources, hadRecentInput } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      }
      if (hadRecentInput) continue
      const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : '').slice(0, 120))
      shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function expectStill(page: Page, { route, address }: EveryPage, expect: ExpectStatic): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/app${address}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
    const shifts = await page.evaluate(
      () => Reflect.get(window, 'layoutShifts') as { value: number; moved: string[] }[],
    )
    const sum = shifts.reduce((all, { value }) => all + value, 0)
    expect(sum, `${route} at ${width} px: ${JSON.stringify(shifts)}`).toBeLessThan(BUDGET)
  }
}

test.concurrent.for(routes)('%s loads without a visible layout shift', ([, item], { expect }) =>
  workbench.inTab(item.identity, async (page) => {
    await page.addInitScript(installObserver)
    await expectStill(page, item, expect)
  }),
)
