import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from './support/looks.ts'
import { aWorkbench, PASSWORD } from './support/workbench.ts'

const workbench = aWorkbench({ demo: true })
const OWNER = 'olga@demo.example'

/** Ends the session behind the page's back, as a timeout or another sign-in would. */
async function loseSession(page: Page): Promise<void> {
  await page.context().clearCookies()
}

test('a session that ends amid work asks for the password and repeats what failed, with nothing lost', async () => {
  const page = await workbench.visitAs(OWNER, '/app/users/edit')
  await page.getByLabel('Name', { exact: true }).fill('Olga of the Dock')
  await loseSession(page)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  await expectAccessible(page, 'sign in again')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText('E-mail or password is wrong.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Your profile is saved.').first().waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Olga of the Dock')
  await page.reload()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Olga of the Dock')
})

test('leaving that dialog tells what failed, and the typed text stays', async () => {
  const page = await workbench.visitAs('rosa@demo.example', '/app/users/edit')
  await page.getByLabel('Name', { exact: true }).fill('Rosa of the Pier')
  await loseSession(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('You are not signed in.').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Rosa of the Pier')
})

test('a token is made, shown once, copied, and revoked, by keyboard', async () => {
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
  await page.getByText('nightly is ready.').waitFor()
  await expectAccessible(page, 'token value')
  const value = await page.getByLabel('Value of nightly').textContent()
  await page.getByRole('button', { name: 'Copy the value' }).press('Enter')
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  const me = await fetch(`${workbench.url()}/api/auth/me`, { headers: { authorization: `Token ${value}` } })
  expect(me.status).toBe(200)
  await page.reload()
  expect(await page.getByText(value ?? '').count()).toBe(0)
  await page.getByRole('button', { name: 'Revoke nightly' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Revoke nightly?' })
  await expectAccessible(page, 'revoke')
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).press('Enter')
  await page.getByText('Revoked', { exact: true }).waitFor()
  const gone = await fetch(`${workbench.url()}/api/auth/me`, { headers: { authorization: `Token ${value}` } })
  expect(gone.status).toBe(401)
})

test('the palette goes anywhere by keyboard, and gives the focus back when it is left', async () => {
  const page = await workbench.visitAs('vito@demo.example', '/app')
  await page.getByRole('heading', { name: 'My work' }).waitFor()
  const search = page.getByRole('button', { name: 'Search, go to a page' })
  await search.focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  await expectAccessible(page, 'palette')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await search.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Harbor')
  await page.getByRole('menuitem', { name: 'Harbor Gateways', exact: true }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('appearance')
  await page.getByRole('menuitem', { name: 'Appearance and keys' }).waitFor()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Appearance and keys', level: 1 })
  await heading.waitFor()
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await expectAccessible(page, 'keys')
})

test('other sessions are seen and ended', async () => {
  const other = await workbench.visitAs('vera@demo.example', '/app')
  await other.getByRole('heading', { name: 'My work' }).waitFor()
  const page = await workbench.visitAs('vera@demo.example', '/app/users/edit/sessions')
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByText('Your other sessions are ended.').first().waitFor()
  await page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'detached' })
  await other.keyboard.press('Control+k')
  await other.keyboard.type('access tok')
  // The page may learn of it by itself before it is asked for anything.
  const ended = other.getByRole('alertdialog', { name: 'Your session has ended' })
  const asked = other.getByRole('menuitem', { name: 'Access tokens' }).click()
  await Promise.race([ended.waitFor(), asked.catch(() => undefined)])
  await ended.waitFor()
})
