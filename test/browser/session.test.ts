import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { ADMIN, createWorkbench, PASSWORD } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'

/** Ends the session without the page, as a timeout or another sign-in does. */
async function loseSession(page: Page): Promise<void> {
  await page.context().clearCookies()
}

test('an ended session asks for the password and repeats the failed requests without loss', async () => {
  const page = await workbench.visitAs(OWNER, '/app/users/edit')
  await page.getByLabel('Name', { exact: true }).fill('Olga of the Dock')
  await loseSession(page)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  await expectAccessible(page, 'sign in again')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText('Wrong email or password.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Your profile is saved.').first().waitFor()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Olga of the Dock')
  await page.reload()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Olga of the Dock')
})

test('the dialog for an ended session warns before the last attempt, like the sign-in page', async () => {
  const page = await workbench.visitAs('stan@demo.example', '/app/users/edit')
  const { lockout } = await (await page.request.get('/api/settings')).json()
  await page.getByLabel('Name', { exact: true }).waitFor()
  await loseSession(page)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' })
  const warning = dialog.getByRole('status').filter({ hasText: 'You have one attempt left.' })
  for (let attempt = 1; attempt < lockout.maximum_attempts; attempt += 1) {
    await expect.poll(() => warning.count()).toBe(0)
    await dialog.getByLabel('Password', { exact: true }).fill(`wrong ${attempt}`)
    const answer = page.waitForResponse(/login/)
    await page.keyboard.press('Enter')
    await answer
  }
  await warning.waitFor()
  await expectAccessible(page, 'last attempt in the dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
})

test('canceling the sign-in dialog shows the failed request and preserves the typed text', async () => {
  const page = await workbench.visitAs('rosa@demo.example', '/app/users/edit')
  await page.getByLabel('Name', { exact: true }).fill('Rosa of the Pier')
  await loseSession(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('You are not signed in.').waitFor()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Rosa of the Pier')
})

test('a token is created, shown once, copied and revoked by keyboard', async () => {
  const page = await workbench.visitAs('ari@demo.example', '/app/users/edit/tokens', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('nightly')
  await page.getByLabel('Current password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('The current password is wrong').first().waitFor()
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('nightly is created.').waitFor()
  await expectAccessible(page, 'token value')
  const value = await page.getByLabel('Value of nightly').textContent()
  await page.getByRole('button', { name: 'Copy the value' }).press('Enter')
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  const me = await fetch(`${workbench.url()}/api/auth/me`, { headers: { authorization: `Token ${value}` } })
  expect(me.status).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Revoke nightly' }).waitFor()
  await expect.poll(() => page.getByText(value ?? '').count()).toBe(0)
  await page.getByRole('button', { name: 'Revoke nightly' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Revoke nightly?' })
  await expectAccessible(page, 'revoke')
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).press('Enter')
  await page.getByText('Revoked', { exact: true }).waitFor()
  const rejected = await fetch(`${workbench.url()}/api/auth/me`, {
    headers: { authorization: `Token ${value}` },
  })
  expect(rejected.status).toBe(401)
})

test('letters that are typed while the palette loads appear in its search field', async () => {
  const page = await workbench.visitAs('vito@demo.example', '/app')
  await page.getByRole('heading', { name: 'My work' }).waitFor()
  const { promise: typed, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/palette*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Harbpr')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('or')
  letGo()
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  await expect
    .poll(() => page.getByRole('searchbox', { name: 'Search, go to a page' }).inputValue())
    .toBe('Harbor')
  await page.getByRole('menuitem', { name: 'Harbor Gateways', exact: true }).waitFor()
})

test('E-28: the palette navigates by keyboard and returns the focus when it closes', async () => {
  const page = await workbench.visitAs('vito@demo.example', '/app')
  await page.getByRole('heading', { name: 'My work' }).waitFor()
  const search = page.getByRole('button', { name: 'Search, go to a page' })
  await search.focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  await expectAccessible(page, 'palette')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expectFocus(search)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Harbor')
  await page.getByRole('menuitem', { name: 'Harbor Gateways', exact: true }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('appearance')
  await page.getByRole('menuitem', { name: 'Appearance and keys' }).waitFor()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Appearance and keys', level: 1 })
  await heading.waitFor()
  await expectFocus(heading)
  // Digits find the requirement with that number in the open component; `#` and digits find a comment.
  await page.goto('/app/components/1')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  await page.keyboard.type('3')
  await page
    .getByRole('menuitem', { name: /000003/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/components\/1\/[\w-]*000003/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  await page.keyboard.type('#7')
  await page.getByRole('menuitem', { name: 'Comment 7' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/comment=7|reviews\/7|#comment-7/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await expectAccessible(page, 'keys')
})

test('other sessions are listed and ended', async () => {
  const other = await workbench.visitAs('vera@demo.example', '/app')
  await other.getByRole('heading', { name: 'My work' }).waitFor()
  const page = await workbench.visitAs('vera@demo.example', '/app/users/edit/sessions')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'End all other sessions?' })
  await dialog.getByText('signed out at once').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^End the session/ }).waitFor()
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await dialog.getByRole('button', { name: 'End all others' }).click()
  await page.getByText('Your other sessions are ended.').first().waitFor()
  await page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'detached' })
  await other.keyboard.press('Control+k')
  await other.keyboard.type('access tok')
  // The page may notice the change by itself before it is used.
  const ended = other.getByRole('alertdialog', { name: 'Your session has ended' })
  const clicked = other.getByRole('menuitem', { name: 'Access tokens' }).click()
  await Promise.race([ended.waitFor(), clicked.catch(() => undefined)])
  await ended.waitFor()
})

test('E-28: the search page reads the query from the address and shows an empty state', async () => {
  const page = await workbench.visitAs('vito@demo.example', '/app/search?q=Harbor')
  await page.getByRole('list', { name: 'Components', exact: true }).waitFor()
  await expectGoodLooks(page, 'search')
  const line = page.getByLabel('Search everything')
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('zyzzyva zyzzyva')
  await page.getByText('No results').waitFor()
  await page.waitForURL(/q=zyzzyva/)
  await line.fill('x')
  await page.getByText('Type at least two characters.').waitFor()
})

test('administrators and other users each have a page with first steps', async () => {
  const admin = await workbench.visitAs(ADMIN, '/app/welcome')
  await admin.getByRole('list', { name: 'First steps' }).waitFor()
  await expectGoodLooks(admin, 'welcome')
  const other = await workbench.visitAs('vera@demo.example', '/app/welcome')
  await other.getByRole('link', { name: 'Go to my work' }).waitFor()
  await expect.poll(() => other.getByRole('list', { name: 'First steps' }).count()).toBe(0)
})
