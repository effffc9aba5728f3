import { createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { toOidcSettings, startOidcPeer, type OidcPeer } from '../support/oidc-peer.ts'
import { expectFocus } from './support/keyboard.ts'
import { expectGoodLooks } from './support/looks.ts'
import { ADMIN, createWorkbench, PASSWORD } from './support/workbench.ts'

const NORA = { sub: 'nora', email: 'nora@staff.example', email_verified: true, name: 'Nora Staff' }
let provider: OidcPeer
const workbench = createWorkbench({
  env: async () => {
    const port = await findFreePort()
    provider = await startOidcPeer(`http://127.0.0.1:${port}`)
    provider.person = NORA
    // The directory of these settings is down.
    const directory = { LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE_DN: 'dc=example', LDAP_TITLE: 'Directory' }
    return { PORT: String(port), ...toOidcSettings(provider), ...directory }
  },
})
afterAll(() => void provider.server.close())

test('a provider signs in through its own page, under the strict policy', async () => {
  const page = await workbench.visit('/app')
  await page.getByRole('button', { name: 'Sign in with Staff sign-in' }).press('Enter')
  await page.getByRole('heading', { name: 'My work' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/app\/?$/)
  await page.goto('/app/users/edit/identities')
  await page.getByText('nora@staff.example').last().waitFor()
  await page.getByText('Not set').waitFor()
})

test('a rejected provider sign-in shows a message on the sign-in page', async () => {
  provider.person = { sub: 'without-email' }
  const page = await workbench.visit('/app/sign-in')
  await page.getByRole('button', { name: 'Sign in with Staff sign-in' }).click()
  await page.getByText('Your provider did not send your email address').waitFor()
})

test('a provider sign-in leads to the requested page, also after an error', async () => {
  provider.person = { sub: 'without-email' }
  const page = await workbench.visit('/app/projects?q=Har')
  await signInAtProvider(page)
  await page.getByText('Your provider did not send your email address').waitFor()
  await page.getByLabel('Directory name').fill('ann')
  await page.getByLabel('Directory password', { exact: true }).fill('secret')
  await page.keyboard.press('Enter')
  await page.getByText('Your provider isn’t responding.').waitFor()
  provider.person = NORA
  await signInAtProvider(page)
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
  await page.waitForURL(/\/app\/projects\?q=Har$/)
  // The page is stored for one sign-in only.
  await page.goto('/app')
  await page.getByRole('heading', { name: 'My work' }).waitFor()
})

test('the button of a provider is pending until the provider responds', async () => {
  const page = await workbench.visit('/app/sign-in')
  // The request is stopped, so that the page stays.
  await page.route('**/users/auth/oidc', (route) => route.abort('aborted'))
  const button = page.getByRole('button', { name: /Staff sign-in/ })
  await button.click()
  const pending = page.locator('form[action="/users/auth/oidc"] button[data-pending]')
  await pending.waitFor()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await pending.waitFor({ state: 'detached' })
})

test('a wrong password of the directory leaves the focus in its form', async () => {
  const page = await workbench.visit('/app/sign-in?sign_in_error=invalid_credentials')
  await page.getByText('Wrong name or password.').waitFor()
  await expectFocus(page.getByLabel('Directory name'))
})

test('a user links the account with the provider’s address by its password, or cancels', async () => {
  provider.person = { sub: 'second-admin', email: ADMIN, email_verified: true, name: 'Second' }
  const page = await workbench.visit('/app/projects?q=Har')
  const { lockout } = await (await page.request.get('/api/settings')).json()
  await signInAtProvider(page)
  const password = page.getByLabel('Password of the account', { exact: true })
  await expectFocus(password)
  const warning = page.getByRole('status').filter({ hasText: 'You have one attempt left.' })
  for (let attempt = 1; attempt < lockout.maximum_attempts; attempt += 1) {
    await expect.poll(() => warning.count()).toBe(0)
    await password.fill(`wrong ${attempt}`)
    const answer = page.waitForResponse(/completeLink/)
    await page.keyboard.press('Enter')
    await answer
  }
  await warning.waitFor()
  await expectGoodLooks(page, 'pending-link')
  await page.getByRole('link', { name: 'Not now' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  await signInAtProvider(page)
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/projects\?q=Har$/)
})

test('linking and unlinking a provider stay on the page of linked sign-ins', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/users/edit/identities')
  await page.getByRole('button', { name: 'Remove Staff sign-in' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Remove Staff sign-in?' })
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const title = page.getByRole('heading', { name: 'Linked sign-ins', level: 1 })
  await expectFocus(title)

  const link = async (person: OidcPeer['person']) => {
    provider.person = person
    await page.context().clearCookies({ name: '_session' })
    await page.getByRole('button', { name: 'Link Staff sign-in' }).press('Enter')
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  await link(NORA)
  await page.getByRole('alert').getByText('This sign-in is already linked to another account.').waitFor()
  await title.waitFor()
  await expectGoodLooks(page, 'linking-refused')
  await link({ sub: 'third-admin', email: 'third@staff.example', email_verified: true })
  await page.getByText('The sign-in is linked to your account.').waitFor()
  await title.waitFor()
  await page.getByText('third@staff.example').waitFor()

  await page.getByRole('button', { name: 'Link Directory' }).press('Enter')
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const name = page.getByLabel('Directory name')
  await expectFocus(name)
  await name.fill('ann')
  await page.getByLabel('Directory password', { exact: true }).fill('secret')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Your provider isn’t responding.').waitFor()
  await title.waitFor()
})

test('the dialog for an ended session shows the way to a provider in one sentence', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/users/edit')
  await page.getByLabel('Name', { exact: true }).waitFor()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  const link = page.getByRole('link', { name: 'sign in in another tab' })
  await link.waitFor()
  expect(await link.evaluate((element) => getComputedStyle(element).display)).toBe('inline')
})

test('the dialog for an ended session leads users of a provider there first, and sends the failed request again', async () => {
  provider.person = NORA
  const page = await workbench.visit('/app/users/edit')
  await signInAtProvider(page)
  await page.getByLabel('Name', { exact: true }).fill('Nora of the Pier')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' })
  const link = dialog.getByRole('link', { name: 'sign in in another tab' })
  await link.waitFor()
  await expectGoodLooks(page, 'provider-session-ended')
  // The close button is the first stop.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expectFocus(link)
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  const tab = await opened
  await tab.getByRole('button', { name: 'Sign in with Staff sign-in' }).press('Enter')
  await tab.getByRole('heading', { name: 'My work' }).waitFor()
  await page.evaluate(() => dispatchEvent(new FocusEvent('focus')))
  await page.getByText('Your profile is saved.').first().waitFor()
  await dialog.waitFor({ state: 'detached' })
})

/** Signs in at the provider, with a new session there. */
async function signInAtProvider(page: Page): Promise<void> {
  await page.context().clearCookies({ name: '_session' })
  await page.getByRole('button', { name: 'Sign in with Staff sign-in' }).press('Enter')
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
