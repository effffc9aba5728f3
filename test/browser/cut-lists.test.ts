import { expect, test } from 'vitest'
import { changeAnswer, failCall } from './support/calls.ts'
import { waitForHeading } from './support/heading.ts'
import { AUTHOR, COMPONENT, OWNER } from './support/triage.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })

interface Inbox {
  mentions: { rows: object[]; total: number }
}

test('My work says when more items wait than it lists', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app/projects')
  const row = {
    id: 1,
    excerpt: 'Look here.',
    author_name: 'Rosa',
    rule_id: null,
    rule_displayed_name: null,
    component_id: COMPONENT,
    component_name: 'Harbor Gateway 3',
    mentioned_at: '2026-01-01T00:00:00.000Z',
  }
  await changeAnswer<Inbox>(page, 'inbox.mine', (inbox) => ({
    ...inbox,
    mentions: { rows: [row], total: 1203 },
  }))
  await page.goto('/app')
  await page.getByText('The first 1 of 1,203 are listed.').waitFor()
})

test('the history of a component says that it shows the newest changes, and pages of activity have an end', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects')
  await changeAnswer<{ id: number }[]>(page, 'components.histories', ([first]) =>
    Array.from({ length: 50 }, (_, index) => ({ ...first, id: index + 1, name: `Person ${index}` })),
  )
  await page.goto(`/app/components/${COMPONENT}/history`)
  await waitForHeading(page, 'History')
  await page.getByText('The newest 50').waitFor()
  await page.goto('/app/projects/1/activity?page=900')
  await waitForHeading(page, 'Activity')
  await page.getByRole('button', { name: 'Go to the first page' }).press('Enter')
  await page.getByRole('list', { name: 'Activity' }).waitFor()
  expect(await page.getByText('No changes yet').count()).toBe(0)
})

test('the last line of a cut history says that older entries may belong to it', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects')
  await changeAnswer<{ id: number }[]>(page, 'components.histories', ([first]) =>
    Array.from({ length: 50 }, (_, index) => ({
      ...first,
      id: index + 1,
      action: 'create',
      auditable_type: 'BaseRule',
      name: index < 2 ? 'Ari' : 'System',
      comment: null,
    })),
  )
  await page.goto(`/app/components/${COMPONENT}/history`)
  await page.getByText('Ari created 2 requirements').waitFor()
  await page.getByText('System created at least 48 requirements').waitFor()
})

test('My work of an administrator with one project is shown when the guides can’t be listed', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/audits')
  await failCall(page, 'srgs.list')
  await changeAnswer<object[]>(page, 'projects.list', (projects) => projects.slice(0, 1))
  await page.goto('/app')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
})

test('a notification setting that is changed while others are saved stays', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app/users/notification_preferences')
  await waitForHeading(page, 'Notifications')
  const choose = async (event: RegExp, delivery: string) => {
    await page.getByRole('button', { name: event }).press('Enter')
    await page.getByRole('option', { name: delivery, exact: true }).press('Enter')
  }
  await choose(/A reply to me$/, 'Never')
  const release = Promise.withResolvers<void>()
  await page.route(/notificationPreferences\.replace/, async (route) => {
    await release.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await choose(/A comment is moved$/, 'Never')
  release.resolve()
  await page.getByText('Your notification settings are saved.').first().waitFor()
  await page.getByRole('button', { name: /Never.*A comment is moved$/ }).waitFor()
})

test('a template without a name is reported in the language of the page', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1/templates', { locale: 'de-DE' })
  await page.getByRole('button', { name: 'Neue Vorlage' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Speichern' }).press('Enter')
  await dialog
    .getByText(/Darf nicht leer sein/i)
    .first()
    .waitFor()
})
