import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'

const WIDTHS = [360, 1280, 1920]
const THEMES = ['light', 'dark'] as const

/**
 * With CONTACT_SHEET set to a folder, saves screenshots of a page in both themes and three widths as
 * `<route>-<theme>-<width>.png`, and then restores the page.
 */
export async function saveContactSheet(page: Page, route: string): Promise<void> {
  const folder = process.env['CONTACT_SHEET']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const before = page.viewportSize()
  const name = route.replaceAll(/[^\w$]+/g, '_').replace(/^_/, '') || 'home'
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 360 ? 780 : 900 })
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  if (before) await page.setViewportSize(before)
}
