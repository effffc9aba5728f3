import type { Page } from 'playwright-core'

interface Router {
  history: { push: (address: string) => void; location: { state: { __TSR_key?: string } } }
  state: { status: string; resolvedLocation?: { state: { __TSR_key?: string } } }
}

/**
 * Navigates to an address without reloading the application, if it is loaded. Resolves when the page shows its heading
 * and nothing is loading.
 */
export async function openRoute(page: Page, address: string): Promise<void> {
  const isInside = await page.evaluate((to) => {
    const router = Reflect.get(window, '__TSR_ROUTER__') as Router | undefined
    router?.history.push(to)
    return router !== undefined
  }, address)
  if (!isInside) await page.goto(address)
  await page.waitForFunction(() => {
    const router = Reflect.get(window, '__TSR_ROUTER__') as Router | undefined
    if (!router) return false
    const { status, resolvedLocation } = router.state
    return (
      status === 'idle' &&
      resolvedLocation?.state.__TSR_key === router.history.location.state.__TSR_key &&
      document.querySelector('main [aria-busy="true"]') === null &&
      document.querySelector('h1, h2') !== null
    )
  })
}
