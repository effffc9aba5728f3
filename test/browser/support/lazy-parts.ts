import type { Page } from 'playwright-core'

/**
 * Waits until parts of a page that load later are there, so that a key opens them at once. `names` are the names of
 * their files.
 */
export const waitForParts = (page: Page, names: string[]) =>
  page.waitForFunction(async (parts) => {
    const urls = performance.getEntriesByType('resource').map(({ name }) => name)
    const found = parts.map((part) => urls.find((url) => url.includes(`/assets/${part}-`)))
    if (found.includes(undefined)) return false
    await Promise.all(found.map((url) => import(String(url))))
    // The page shows a part when its style sheet has loaded.
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    if (sheets.some(({ sheet }) => sheet === null)) return false
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return true
  }, names)
