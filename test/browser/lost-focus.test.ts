import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { expectFocus } from './support/keyboard.ts'
import { PATIENT, read } from './support/read.ts'
import { AUTHOR, COMPONENT, OWNER, REVIEWER, type Rule } from './support/triage.ts'
import { ADMIN, createWorkbench, PASSWORD } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })

const send = async (page: Page, method: string, path: string, data: object = {}) => {
  const headers = { origin: workbench.url() }
  const answer = await page.request.fetch(path, { method, data, headers, ...PATIENT })
  expect(answer.ok(), `${method} ${path} answered ${answer.status()}`).toBe(true)
}

/** The title of the page has the focus. */
const expectTitleFocus = (page: Page) => expectFocus(page.getByRole('heading', { level: 1 }))

const press = async (button: Locator) => {
  await button.focus()
  await button.press('Enter')
}

/** Creates a user who can sign in. */
async function createUser(page: Page, name: string): Promise<{ id: number; email: string }> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@demo.example`
  const user = { name, email, password: PASSWORD, current_password: PASSWORD }
  await send(page, 'POST', '/users/admin_create', { user })
  const users = await read<{ id: number; email: string }[]>(page, '/users')
  return { id: users.find((item) => item.email === email)?.id ?? 0, email }
}

test('the focus moves to the next row when an account is unlocked on My work', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/projects')
  const first = await createUser(page, 'Lena Lock')
  const second = await createUser(page, 'Milo Lock')
  for (const { id } of [first, second]) await send(page, 'POST', `/users/${id}/lock`)
  await page.goto('/app')
  await press(page.getByRole('button', { name: 'Unlock Lena Lock' }).first())
  await page.getByRole('button', { name: 'Unlock Lena Lock' }).waitFor({ state: 'detached' })
  await expectFocus(page.getByRole('button', { name: 'Unlock Milo Lock' }))
  await send(page, 'POST', `/users/${second.id}/unlock`)
})

test('more watched records are shown with the focus at the first of them, and the next row has it after one ends', async () => {
  const page = await workbench.visitAs(REVIEWER, '/app/projects')
  const { rules } = await read<{ rules: Rule[] }>(page, `/components/${COMPONENT}/rules_picker`)
  const watch = (id: number, watching: boolean) =>
    send(page, 'PUT', '/users/watches', { watch: { watched_type: 'Rule', watched_id: id, watching } })
  const watched = rules.slice(0, 8)
  for (const { id } of watched) await watch(id, true)
  onTestFinished(async () => {
    for (const { id } of watched) await watch(id, false)
  })
  await page.goto('/app')
  const list = page.getByRole('list', { name: 'Watching' })
  await list.waitFor()
  const shown = await list.getByRole('listitem').count()
  await press(page.getByRole('button', { name: /^Show \d+ more$/ }).last())
  const links = list.getByRole('link')
  await expectFocus(links.nth(shown))
  const names = await links.allTextContents()
  await press(list.getByRole('button', { name: `Stop watching ${names[0]}`, exact: true }))
  await expectFocus(list.getByRole('listitem').first().getByRole('link'))
  await expect.poll(() => links.allTextContents()).toEqual(names.slice(1))
})

test('the focus stays among the members while one is added and removed', async () => {
  const admin = await workbench.visitAs(ADMIN, '/app/projects')
  const { email } = await createUser(admin, 'Nora Pier')
  const page = await workbench.visitAs(OWNER, '/app/projects/1/members')
  await waitForHeading(page, 'Members')
  const line = page.getByRole('combobox', { name: 'Person' })
  await line.fill(email)
  await page.getByRole('option', { name: `Nora Pier (${email})` }).click()
  await press(page.getByRole('button', { name: 'Add', exact: true }))
  const row = page.getByRole('row').filter({ hasText: email })
  await row.waitFor()
  await expectFocus(line)
  await press(row.getByRole('button', { name: 'Remove Nora Pier' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }))
  await row.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('tr') !== null)).toBe(true)
})

test('the title has the focus after all other sessions have ended and their button is gone', async () => {
  const admin = await workbench.visitAs(ADMIN, '/app/projects')
  const { id, email } = await createUser(admin, 'Olaf Quay')
  await workbench.visitAs(email, '/up')
  const page = await workbench.visitAs(email, '/app/users/edit/sessions')
  await waitForHeading(page, 'Sessions')
  await press(page.getByRole('button', { name: 'End all other sessions' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }))
  await page.getByRole('button', { name: 'End all other sessions' }).waitFor({ state: 'detached' })
  await expectTitleFocus(page)

  await admin.goto(`/app/users/${id}`)
  await waitForHeading(admin, 'Olaf Quay')
  await press(admin.getByRole('button', { name: 'End all sessions' }))
  await press(admin.getByRole('alertdialog').getByRole('button', { name: 'End all sessions' }))
  await admin.getByText('Not signed in anywhere').waitFor()
  await expectTitleFocus(admin)
})

test('the focus stays on the button when an administrator saves the name of a user', async () => {
  const admin = await workbench.visitAs(ADMIN, '/app/projects')
  const { id } = await createUser(admin, 'Olaf Wharf')
  await admin.goto(`/app/users/${id}`)
  await waitForHeading(admin, 'Olaf Wharf')
  await admin.getByRole('textbox', { name: 'Name' }).fill('Olaf Dock')
  const save = admin.getByRole('button', { name: 'Save', exact: true })
  await press(save)
  await waitForHeading(admin, 'Olaf Dock')
  await expectFocus(save)
})

test('the last page of a list moves the focus from the disabled button to the other one', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/audits')
  const label = (await page.getByText(/^Page 1 of \d/).textContent()) ?? ''
  const last = Number(/of ([\d,]+)/.exec(label)?.[1]?.replace(',', ''))
  expect(last).toBeGreaterThan(1)
  await page.goto(`/app/audits?page=${last - 1}`)
  await press(page.getByRole('button', { name: 'Older' }))
  await page.getByText(new RegExp(`^Page ${last} of`)).waitFor()
  await expectFocus(page.getByRole('button', { name: 'Newer' }))
})

test('a job that is canceled or removed from the panel leaves the focus on the page', async () => {
  const page = await workbench.visitAs(AUTHOR, `/app/components/${COMPONENT}`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: 'Prepare in the background' }).click()
  const panel = page.getByRole('region', { name: 'Exports and imports' })
  const remove = panel.getByRole('button', { name: /^Remove .* from the list$/ })
  await remove.first().waitFor()
  await press(remove.first())
  await panel.getByText('No exports or imports in the last 24 hours').waitFor()
  await expectTitleFocus(page)
})
