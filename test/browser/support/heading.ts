import type { Page } from 'playwright-core'

/** Waits for the main heading of a page. */
export const waitForHeading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name, level: 1 }).waitFor()
