import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { failCall, failWrite } from './support/calls.ts'
import { PATIENT } from './support/read.ts'
import { AUTHOR, OWNER, TRIAGE, recordWrites } from './support/triage.ts'
import { ADMIN, createWorkbench, PASSWORD } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })

const post = async (page: Page, path: string, data: object) => {
  const headers = { origin: workbench.url() }
  return (await page.request.post(path, { data, headers, ...PATIENT })).json()
}

/** Requests access to a discoverable project as a new user. */
async function requestAccess(name: string): Promise<void> {
  const admin = await workbench.visitAs(ADMIN, '/app/projects')
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@demo.example`
  await post(admin, '/users/admin_create', {
    user: { name, email, password: PASSWORD, current_password: PASSWORD },
  })
  const page = await workbench.visitAs(email, '/app/projects')
  await post(page, '/projects/2/project_access_requests', {})
}

test('a dialog shows why its action failed: a denial, a deleted template, a deleted filter', async () => {
  await requestAccess('Dora Deny')
  const page = await workbench.visitAs(OWNER, '/app/')
  await page.getByRole('button', { name: 'Deny Dora Deny' }).click()
  await failWrite(page, 'accessRequests.destroy')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Deny request' }).click()
  await dialog.getByRole('alert').waitFor()

  const name = `Thanks ${Date.now()}`
  const template = { triage_response_template: { name, body: 'Thank you.' } }
  await post(page, '/projects/1/triage_response_templates', template)
  await page.goto('/app/projects/1/templates')
  await page.getByRole('button', { name: `Change ${name}` }).click()
  await failWrite(page, 'responseTemplates.remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()

  await page.goto(`${TRIAGE}?triage_status=all&section=fixtext`)
  await page.getByRole('button', { name: 'Saved filters', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save this filter' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await page.getByText('The filter is saved').first().waitFor()
  await page.getByRole('button', { name: 'Saved filters', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Manage saved filters' }).click()
  await failWrite(page, 'savedFilters.removeFromComponent')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog', { name: 'Saved filters' }).getByRole('alert').waitFor()
})

test('an access request that is approved with two presses is approved once', async () => {
  await requestAccess('Amy Approve')
  const page = await workbench.visitAs(OWNER, '/app/')
  const sent = recordWrites(page)
  const approve = page.getByRole('button', { name: 'Approve Amy Approve' })
  await approve.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText('Amy Approve is now a member of Outer Beacons.').first().waitFor()
  await approve.waitFor({ state: 'detached' })
  expect(sent.filter((name) => name === 'memberships.create')).toHaveLength(1)
})

test('the search says that comments could not be searched', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app/search')
  await failCall(page, 'search.comments')
  await page.getByRole('searchbox', { name: 'Search everything' }).fill('sessions')
  await page.getByRole('heading', { name: 'Requirements', level: 2 }).waitFor()
  await page.getByRole('alert').waitFor()
})

test('signing out over a slow network shows that it runs, is sent once, and says what to do if it fails', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app/')
  const sent = recordWrites(page)
  const answer = Promise.withResolvers<void>()
  await failWrite(page, 'sessions.logout', answer.promise)
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('status').filter({ hasText: 'Signing out' }).first().waitFor()
  }
  expect(sent.filter((name) => name === 'sessions.logout')).toHaveLength(1)
  answer.resolve()
  await page
    .getByText(/Try again\. If it happens again/)
    .first()
    .waitFor()
  await page.getByRole('region', { name: 'Notices' }).getByText('Signing out').waitFor({ state: 'detached' })
})

test('a requirement that satisfies another one is linked once, however often it is pressed', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app/components/1/HGW3-01-000001')
  const sent = recordWrites(page)
  const answer = Promise.withResolvers<void>()
  await failWrite(page, 'satisfactions.create', answer.promise)
  await page.getByRole('tab', { name: 'Related' }).click()
  await page.getByRole('combobox', { name: 'Requirement that satisfies this one' }).fill('000029')
  await page.getByRole('option', { name: /^000029/ }).click()
  await page.getByText('Saving', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Requirement that satisfies this one' }).fill('000028')
  await page.getByRole('option', { name: /^000028/ }).click()
  expect(sent.filter((name) => name === 'satisfactions.create')).toHaveLength(1)
  answer.resolve()
  await page.getByText('Something went wrong on our side.').waitFor()
})
