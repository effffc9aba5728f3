import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { EVERY_PAGE, pathsOfRoutes, type EveryPage } from './support/every-page.ts'
import { expectAccessible } from './support/looks.ts'
import { VIEWER } from './support/triage.ts'
import { aWorkbench } from './support/workbench.ts'

const workbench = aWorkbench({ demo: true })
const named = EVERY_PAGE.map((one) => [one.route, one] as const)

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first()

async function opened({ who, address }: EveryPage): Promise<Page> {
  const path = `/app${address}`
  const page = who === null ? await workbench.visit(path) : await workbench.visitAs(who, path)
  await heading(page).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

test('the list has each route of the web application', async () => {
  const paths = [...new Set(await pathsOfRoutes())].toSorted()
  expect(EVERY_PAGE.map(({ route }) => route).toSorted()).toEqual(paths)
})

test.each(named)(
  '%s is accessible in light, dark and at 320 px, and scrolls in one direction',
  async (_, one) => {
    const page = await opened(one)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectAccessible(page, `${one.route} light`)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectAccessible(page, `${one.route} dark`, false)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 320, height: 640 })
    await expectAccessible(page, `${one.route} at 320 px`)
    const over = () =>
      page.evaluate(() => {
        const scrolling = [...document.querySelectorAll('html, main')]
        return Math.max(...scrolling.map((element) => element.scrollWidth - element.clientWidth))
      })
    await expect.poll(over, { timeout: 20_000, message: `${one.route} scrolls sideways` }).toBe(0)
  },
)

/** Pages that read nothing before they are shown, but who is signed in and the settings. */
const WITHOUT_DATA = new Set([
  '/consent',
  '/search',
  '/users/edit',
  '/users/edit/password',
  '/users/edit/appearance',
  '/projects/create_from_backup',
])
/** Answers that the frame needs; without them there is no page at all. */
const FRAME = /^(sessions\.me|system\.settings|system\.navigation)$/

const reading = named.filter(([route, { who }]) => who !== null && !WITHOUT_DATA.has(route))

test.each(reading)(
  '%s says that it loads, that it may not be seen, and shows itself after another try',
  async (_, one) => {
    const page = await workbench.visitAs(one.who ?? '', '/up')
    const { promise: isFailing, resolve: fail } = Promise.withResolvers<boolean>()
    onTestFinished(() => fail(true))
    await page.route(/\/trpc\//, async (route) => {
      const names = (/\/trpc\/([^?]+)/.exec(route.request().url())?.[1] ?? '').split(',')
      if (names.every((name) => FRAME.test(decodeURIComponent(name)))) return route.fallback()
      await isFailing
      const data = { code: 'FORBIDDEN', httpStatus: 403, reason: 'forbidden' }
      const failure = { error: { message: 'Not allowed', code: -32_003, data } }
      const isBatch = route.request().url().includes('batch=1')
      const body = JSON.stringify(isBatch ? names.map(() => failure) : failure)
      return route.fulfill({ status: 403, contentType: 'application/json', body })
    })
    await page.goto(`/app${one.address}`)
    await page.locator('[aria-busy="true"]').first().waitFor()
    fail(true)
    await page.getByRole('heading', { name: 'You may not see this', level: 1 }).waitFor()
    await page.getByRole('alert').first().waitFor()
    await page.unroute(/\/trpc\//)
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect.poll(() => page.getByText('You may not see this').count()).toBe(0)
    await heading(page).waitFor()
  },
)

const forbidden = named.filter(([route]) =>
  /^\/(users$|users\/\$id$|audits|administration)|settings$/.test(route),
)

test.each(forbidden)('%s shows nothing to someone who may not see it', async (_, { address }) => {
  const page = await workbench.visitAs(VIEWER, `/app${address}`)
  await page.getByRole('heading', { name: /There is no such page|You may not see this/, level: 1 }).waitFor()
})
