import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url))

/** With DOCS_IMAGES set, saves a screenshot for the README. */
export async function savePicture(page: Page, name: string): Promise<void> {
  if (!process.env['DOCS_IMAGES']) return
  await mkdir(FOLDER, { recursive: true })
  await page.setViewportSize({ width: 960, height: 560 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.screenshot({ path: `${FOLDER}${name}.png` })
}
