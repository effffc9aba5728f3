import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { ADMIN, createWorkbench, PASSWORD } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'

test.each([
  ['/app/users', 'Users', 'users'],
  ['/app/users/4', 'Ari Quay', 'user'],
  ['/app/audits', 'Audit trail', 'audits'],
  ['/app/administration/settings', 'Settings', 'admin-settings'],
  ['/app/administration/checks', 'Connections', 'checks'],
] as const)('%s passes axe in light and dark, on a phone and on a desktop', async (path, title, name) => {
  const page = await workbench.visitAs(ADMIN, path)
  await waitForHeading(page, title)
  await expectGoodLooks(page, name)
})

test('smaller pages of the administration are accessible', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/administration/jobs')
  await waitForHeading(page, 'Jobs')
  await page.getByText('No jobs').waitFor()
  await expectAccessible(page, 'jobs')
  await page.goto('/app/administration/about')
  await waitForHeading(page, 'Version and licenses')
  await page.getByRole('rowheader', { name: '@hono/node-server' }).waitFor()
  await expectAccessible(page, 'about')
})

test('an administrator finds, creates, locks and unlocks a user, and gets a link that is shown once', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/users')
  await page.getByRole('button', { name: 'Account' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Administration' }).press('Enter')
  await waitForHeading(page, 'Users')
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('nobody of that name')
  await page.getByText('No matching users').waitFor()
  await page.getByRole('button', { name: 'Show all users' }).click()

  await page.getByRole('button', { name: 'New user' }).click()
  const dialog = page.getByRole('dialog', { name: 'New user' })
  await dialog.getByLabel('Name').fill('Bea Berth')
  await dialog.getByLabel('Email').fill('bea@demo.example')
  await dialog.getByText(/^You get a link to choose a password/).waitFor()
  await expectAccessible(page, 'new user')
  await dialog.getByRole('button', { name: 'Create user' }).click()
  const link = page.getByRole('alertdialog', { name: 'Link to choose a password' })
  await expect.poll(() => link.getByLabel('Link', { exact: true }).textContent()).toMatch(/^http/)
  await expectAccessible(page, 'link')
  await link.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: 'Bea Berth' }).click()
  await waitForHeading(page, 'Bea Berth')
  await page.getByRole('button', { name: 'Lock' }).click()
  await page.getByRole('button', { name: 'Unlock' }).waitFor()
  await page.getByText('Bea Berth can no longer sign in.').first().waitFor()
  await page.getByText('Unlock the user to create a password link.').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Create a password link' }).isDisabled())
    .toBe(true)
  await page.getByText('Locked', { exact: true }).waitFor()
  await page.getByText('By an administrator, until one unlocks the account').waitFor()
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByRole('button', { name: 'Lock', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Make system administrator' }).click()
  await page.getByRole('alertdialog').getByLabel('Your current password', { exact: true }).fill(PASSWORD)
  await expectAccessible(page, 'role')
  await page.getByRole('button', { name: 'Make administrator' }).click()
  await page.getByText('Administrator', { exact: true }).last().waitFor()
  await page.getByRole('button', { name: 'Remove administrator role' }).click()
  await expectAccessible(page, 'remove role')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the role' }).press('Enter')
  await page.getByRole('button', { name: 'Make system administrator' }).waitFor()
})

test('an administrator ends the sessions of a user and revokes their token with a reason', async () => {
  const other = await workbench.visitAs(OWNER, '/up')
  const created = await other.request.post('/personal_access_tokens', {
    data: { personal_access_token: { name: 'Nightly', scopes: ['read'], current_password: PASSWORD } },
    headers: { origin: workbench.url() },
  })
  expect(created.status()).toBe(201)
  const page = await workbench.visitAs(ADMIN, '/app/users?q=olga')
  await page.getByRole('link', { name: 'Olga Dock' }).click()
  await waitForHeading(page, 'Olga Dock')
  await page.getByRole('button', { name: 'Revoke Nightly' }).click()
  await page.getByLabel('Reason').fill('No longer used')
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'End all sessions' }).click()
  const ending = page.getByRole('alertdialog', { name: /^End all sessions of / })
  await ending.getByText('signed out everywhere').waitFor()
  await ending.getByRole('button', { name: 'End all sessions' }).click()
  await page.getByText('Not signed in anywhere').waitFor()
})

test('a page after the end of the audit trail leads to the first page', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/audits?page=1000')
  await page.getByText('The list has no page with this number').waitFor()
  await expectAccessible(page, 'audits after the end')
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await page.getByRole('row').nth(1).waitFor()
  expect(new URL(page.url()).searchParams.get('page')).toBeNull()
})

test('the audit trail is filtered by action and user and offers the same entries as a file', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/audits?action=settings_changed')
  await waitForHeading(page, 'Audit trail')
  await page.getByText('Settings changed').first().waitFor()
  await page.getByRole('combobox', { name: 'User' }).fill('Ari')
  await page.getByRole('option', { name: /^Ari Quay/ }).click()
  await page.getByText('No matching entries').waitFor()
  expect(new URL(page.url()).searchParams.get('actor_id')).not.toBeNull()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  // A search without a result does not look like the active filter.
  const user = page.getByRole('combobox', { name: 'User' })
  await user.fill('zzzz')
  await page.getByText('No matching users').waitFor()
  await user.press('Tab')
  await expect.poll(() => user.inputValue()).toBe('')
  const address = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const file = await page.request.get(address ?? '')
  expect(await file.text()).toMatch(/^id,created_at,name,action/)
})

test('a check button shows whether the database answers', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/administration/checks')
  await page.getByRole('button', { name: 'Test Database' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('Not configured').count()).toBe(3)
  // A long message must not break the words of the name.
  await page.setViewportSize({ width: 320, height: 800 })
  await page
    .getByText('Connected', { exact: true })
    .evaluate((chip) => (chip.textContent = 'timeout '.repeat(30)))
  const name = page.getByRole('rowheader', { name: /^Database/ })
  await expect.poll(async () => (await name.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(88)
})

test('a failed check says what to do, also on a phone', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/administration/checks')
  const reason = 'no_tls'
  const detail = `405D:error:${'x'.repeat(120)}`
  await page.route(/administration\.check\?/, (route) =>
    route.fulfill({
      json: [
        {
          result: { data: { part: 'database', ok: false, message: detail, reason, detail, duration_ms: 1 } },
        },
      ],
    }),
  )
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Test Database' }).click()
  const table = page.getByRole('table', { name: 'Connections' })
  await table.getByText('The service does not offer TLS at this address. Check DATABASE_URL.').waitFor()
  await table.getByText(detail).waitFor()
  const overflow = () =>
    table.evaluate(({ parentElement: scroll }) => (scroll ? scroll.scrollWidth - scroll.clientWidth : 0))
  await expect.poll(overflow).toBe(0)
})

test('one choice shows the effective rate limits', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/administration/settings?show=limits')
  await page.getByRole('rowheader', { name: 'RATE_LIMIT_ENABLED' }).waitFor()
  await expect.poll(() => page.getByRole('rowheader', { name: 'BASE_URL' }).count()).toBe(0)
})

test('other users see that only system administrators have access to these pages', async () => {
  const page = await workbench.visitAs(OWNER, '/app/users')
  await waitForHeading(page, /may not see|don’t have access/)
  await page.goto('/app/administration/settings')
  await waitForHeading(page, /may not see|don’t have access/)
  await page.getByRole('button', { name: 'Account' }).click()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Administration' }).count()).toBe(0)
})
