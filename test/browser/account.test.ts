import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { expectGoodLooks } from './support/looks.ts'
import { ADMIN, createWorkbench, PASSWORD } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'

test('signing in by keyboard leads to the requested page', async () => {
  const page = await workbench.visit('/app/projects?q=Har')
  await page.waitForURL(/\/app\/sign-in/)
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  await page.getByLabel('Email').focus()
  await page.keyboard.type(OWNER)
  await page.keyboard.press('Tab')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await page.getByText('Wrong email or password.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/projects\?q=Har/)
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
  await expect.poll(() => page.title()).toBe('Projects · Rulewright')
})

test('a warning before the last attempt to sign in has a border in forced colors', async () => {
  const page = await workbench.visit('/app/sign-in', { forcedColors: 'active' })
  const { lockout } = await (await page.request.get('/api/settings')).json()
  await page.getByLabel('Email').fill('unknown@demo.example')
  const warning = page.getByRole('status').filter({ hasText: 'You have one attempt left.' })
  for (let attempt = 1; attempt < lockout.maximum_attempts; attempt += 1) {
    await expect.poll(() => warning.count()).toBe(0)
    await page.getByLabel('Password', { exact: true }).fill(`wrong ${attempt}`)
    const answer = page.waitForResponse(/login/)
    await page.keyboard.press('Enter')
    await answer
  }
  await warning.waitFor()
  expect(await warning.evaluate((strip) => getComputedStyle(strip).outlineStyle)).toBe('solid')
  await page.emulateMedia({ forcedColors: 'none' })
  await expectGoodLooks(page, 'last-attempt')
  await page.getByLabel('Password', { exact: true }).fill('wrong again')
  await page.keyboard.press('Enter')
  await page.getByText('This account is locked.').waitFor()
  await expect.poll(() => warning.count()).toBe(0)
})

const PAGES = [
  ['/app', 'My work'],
  ['/app/projects', 'Projects'],
  ['/app/users/edit', 'Profile'],
  ['/app/users/edit/password', 'Password'],
  ['/app/users/edit/sessions', 'Sessions'],
  ['/app/users/edit/tokens', 'Access tokens'],
  ['/app/users/edit/identities', 'Linked sign-ins'],
  ['/app/users/notification_preferences', 'Notifications'],
  ['/app/users/edit/appearance', 'Appearance and keys'],
  ['/app/nowhere', 'Page not found'],
] as const

test.each(PAGES)('%s passes axe in light and dark, on a phone and on a desktop', async (path, title) => {
  const page = await workbench.visitAs(OWNER, path)
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await expectGoodLooks(page, title.toLowerCase().replaceAll(' ', '-'))
})

test.each([
  ['/app/sign-in?sign_in_error=provider_unavailable', 'Sign in'],
  ['/app/register', 'Create an account'],
  ['/app/forgotten', 'Choose a new password'],
  ['/app/users/password/edit?reset_password_token=none', 'Choose a new password'],
  ['/app/users/confirmation?confirmation_token=none', 'Confirm your address'],
  ['/app/users/unlock?unlock_token=none', 'Unlock your account'],
] as const)('%s looks good without a session', async (path, title) => {
  const page = await workbench.visit(path)
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await expectGoodLooks(page, path.replace('/app/', '').replace(/\?.*/, '').replaceAll('/', '-'))
})

test('a service without email says whom to ask for a new password or an unlock', async () => {
  const page = await workbench.visit('/app/forgotten')
  await page.getByText(/^This service doesn’t send email. Ask your administrator for a link/).waitFor()
  await expect.poll(() => page.getByLabel('Email').count()).toBe(0)
  await page.goto('/app/forgotten?what=unlock')
  await page.getByText(/^This service doesn’t send email. Ask your administrator to unlock/).waitFor()
})

test('a link that expires while the user types offers a new one in place of the form', async () => {
  const page = await workbench.visit('/app/sign-in')
  await page.route(/passwords\.check/, (route) =>
    route.fulfill({ json: { result: { data: { valid: true, minimum_password_length: 15 } } } }),
  )
  await page.goto('/app/users/password/edit?reset_password_token=expired')
  await page.getByLabel('New password', { exact: true }).fill('Quiet-Heron-88 sings')
  await page.getByLabel('Repeat new password', { exact: true }).fill('Quiet-Heron-88 sings')
  await page.keyboard.press('Enter')
  await page.getByText('This link is no longer valid.').waitFor()
  await expectFocus(page.getByRole('heading', { name: 'Choose a new password' }))
  await expect.poll(() => page.getByText('Is invalid or has expired').count()).toBe(0)
  await page.getByRole('link', { name: 'Request a new link' }).waitFor()
})

test('the sign-in page says that the session timed out, and then leads to the requested page', async () => {
  const page = await workbench.visit('/app/sign-in')
  await page.context().addCookies([{ name: '_service_session', value: 'ended', url: workbench.url() }])
  const timeOut = async (route: Route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('not_authenticated', 'session_timed_out')
    await route.fulfill({ response: answer, body })
  }
  await page.route(/sessions\.me/, timeOut)
  await page.goto('/app/projects')
  await page.getByText('Your session has ended. Sign in again.').waitFor()
  await page.unroute(/sessions\.me/)
  await page.getByLabel('Email').fill(OWNER)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor()
})

test('an administrator sees the same pages', async () => {
  const page = await workbench.visitAs(ADMIN, '/app')
  await page.getByRole('heading', { name: 'My work' }).waitFor()
  await expectGoodLooks(page, 'my-work-admin')
})

test('a keyboard user creates, copies and revokes an access token without losing the focus', async () => {
  const page = await workbench.visitAs(OWNER, '/app/users/edit/tokens')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Nightly export')
  const ranges = page.getByRole('textbox', { name: 'Allowed IP ranges' })
  await ranges.fill('10.0.0.0/8, pier')
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Must be an IPv4 or IPv6 address or CIDR.').waitFor()
  await expectFocus(ranges)
  expect(await page.getByRole('alert').count()).toBe(0)

  await ranges.fill('10.0.0.0/8')
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('button', { name: 'Copy the value' }))
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await expectFocus(name)
  await page.getByRole('button', { name: 'Revoke Nightly export' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter')
  await expectFocus(page.getByRole('listitem').filter({ hasText: 'Nightly export' }))
})
