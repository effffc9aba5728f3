import type { Page } from 'playwright-core'
import { expect, test, type ExpectStatic } from 'vitest'
import { answerWith, controlAnswers, setOnline, untilQuiet } from './support/answers.ts'
import { saveContactSheet } from './support/contact-sheet.ts'
import { EVERY_PAGE, listRoutePaths, type EveryPage } from './support/every-page.ts'
import { expectAccessible, measureSidewaysOverflow } from './support/looks.ts'
import { VIEWER } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const routes = EVERY_PAGE.map((item) => [item.route, item] as const)

const heading = (page: Page, name?: RegExp | string) =>
  page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name }) }).first()

test('the list contains each route of the web application', async () => {
  const paths = [...new Set(await listRoutePaths())].toSorted()
  expect(EVERY_PAGE.map(({ route }) => route).toSorted()).toEqual(paths)
})

/** Pages that load only the current user and the settings. */
const WITHOUT_DATA = new Set([
  '/consent',
  '/search',
  '/users/edit',
  '/users/edit/password',
  '/users/edit/appearance',
  '/projects/create_from_backup',
])

/** Titles of the error and loading states of pages. */
const NOT_THE_PAGE = /^(This page could not be shown|You don’t have access|You are offline|Page not found)/

/** Opens a page in its loading, forbidden, failed and offline states, and then with all responses. */
async function showStates(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor()
  await answerWith(page, 'forbidden')
  await heading(page, 'You don’t have access').waitFor()
  await page.getByRole('alert').first().waitFor()
  const again = page.getByRole('button', { name: 'Try again' }).first()
  await answerWith(page, 'failed')
  await again.click()
  await heading(page, 'This page could not be shown').waitFor()
  await page.getByRole('alert').getByText('request-1').first().waitFor()
  await answerWith(page, 'real')
  await setOnline(page, false)
  await page.getByText(/^Offline since/).waitFor()
  await again.click()
  await heading(page, 'You are offline').waitFor()
  await setOnline(page, true)
  await page.getByText(/^Offline since/).waitFor({ state: 'hidden' })
  await heading(page, 'You are offline').waitFor({ state: 'hidden' })
}

/** Returns how much taller the document is than the window; only its main part scrolls. */
async function hiddenBelow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
}

async function expectGoodPage(page: Page, { route }: EveryPage, expect: ExpectStatic): Promise<void> {
  await expectAccessible(page, `${route} light`, true, expect)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, `${route} dark`, false, expect)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page, `${route} at 320 px`, true, expect)
  await expect
    .poll(() => measureSidewaysOverflow(page), { timeout: 20_000, message: `${route} scrolls sideways` })
    .toBe(0)
}

test.concurrent.for(routes)(
  '%s says that it loads, is forbidden, failed or offline; it is accessible in light, dark and at 320 px',
  ([, item], { expect }) =>
    workbench.inTab(item.identity, async (page, complaints) => {
      const hasStates = item.identity !== null && !WITHOUT_DATA.has(item.route)
      await controlAnswers(page)
      await page.goto(`/app${item.address}`)
      // Failures are reported to the console, as expected.
      complaints.expect(/TRPCClientError: (It failed|Failed to fetch)/)
      if (hasStates) await showStates(page)
      else await answerWith(page, 'real')
      await heading(page).waitFor()
      await untilQuiet(page)
      // The following requests concern the page itself.
      expect(await heading(page).textContent()).not.toMatch(NOT_THE_PAGE)
      if (item.identity !== null) {
        expect(await hiddenBelow(page), 'the window scrolls in addition to its main part').toBe(0)
      }
      await saveContactSheet(page, item.route)
      await expectGoodPage(page, item, expect)
    }),
)

const forbidden = routes.filter(([route]) =>
  /^\/(users$|users\/\$id$|audits|administration)|settings$/.test(route),
)

test.concurrent.for(forbidden)('%s shows nothing to a user without access', ([, { address }]) =>
  workbench.inTab(VIEWER, async (page) => {
    await page.goto(`/app${address}`)
    await heading(page, /Page not found|You don’t have access/).waitFor()
  }),
)
