import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBenchmarkFile } from '../support/xccdf.ts'
import { waitForHeading } from './support/heading.ts'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { ADMIN, createWorkbench, PASSWORD } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'
const VIEWER = 'vito@demo.example'
const STRANGER = 'stan@demo.example'

test.each([
  ['/app/projects/1', 'Harbor Gateways', 'project'],
  ['/app/projects/1/members', 'Members', 'members'],
  ['/app/projects/1/components/new', 'New component', 'new-component'],
  ['/app/components/1', 'Harbor Gateway 3', 'component'],
  ['/app/components/1/readiness', /gates passed/, 'readiness'],
  ['/app/srgs/1', /Harbor Gateway/, 'srg'],
  ['/app/reviews/1', 'Comment 1', 'comment'],
] as const)('%s passes axe in light and dark, on a phone and on a desktop', async (path, title, name) => {
  const page = await workbench.visitAs(OWNER, path)
  await waitForHeading(page, title)
  await page.waitForLoadState('networkidle')
  await expectGoodLooks(page, name)
})

test('smaller pages are accessible', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components')
  await waitForHeading(page, 'Released components')
  await expectAccessible(page, 'components')
  for (const path of ['/app/projects/1/settings', '/app/components/1/settings']) {
    await page.goto(path)
    await waitForHeading(page, 'Settings')
    await expectAccessible(page, path)
  }
  await page.goto('/app/projects/1/templates')
  await waitForHeading(page, 'Templates')
  await page.getByRole('button', { name: 'New template' }).press('Enter')
  await page.getByRole('dialog', { name: 'New template' }).waitFor()
  await page.keyboard.type('Out of scope')
  await page.keyboard.press('Tab')
  await page.keyboard.type('This is outside of the guide.')
  await expectAccessible(page, 'new template')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('rowheader', { name: /^Out of scope/ }).waitFor()
  await expectAccessible(page, 'templates')
  await page.goto('/app/components/3/readiness')
  await waitForHeading(page, /is released/)
  await expectAccessible(page, 'released')
})

test('the header names the project and switches to another one by keyboard', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1')
  await waitForHeading(page, 'Harbor Gateway 3')
  await page.getByRole('button', { name: 'Project Harbor Gateways' }).press('Enter')
  await page.getByRole('menuitem', { name: 'All projects' }).waitFor()
  await page.getByRole('menuitem', { name: 'Harbor Gateways' }).waitFor()
  await expectAccessible(page, 'projects to go to')
  await page.getByRole('menuitem', { name: 'All projects' }).press('Enter')
  await waitForHeading(page, 'Projects')
  await page.getByRole('button', { name: 'Projects', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Harbor Gateways' }).press('Enter')
  await waitForHeading(page, 'Harbor Gateways')
  await page.getByRole('button', { name: 'Project Harbor Gateways' }).waitFor()
})

test('the catalog is accessible to users who can upload, for SRGs and STIGs', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/srgs')
  await waitForHeading(page, 'SRGs')
  await expectGoodLooks(page, 'srgs')
  await page.getByRole('link', { name: 'STIGs' }).click()
  await waitForHeading(page, 'STIGs')
  await expectAccessible(page, 'stigs')
})

test('an author creates a project and a component that is open for comment', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects')
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page, 'new project')
  await page.keyboard.type('Quays')
  await page.keyboard.press('Enter')
  await waitForHeading(page, 'Quays')
  await page.getByText('No components yet').waitFor()
  await page.getByRole('link', { name: 'New component' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Quay Tablet')
  await page.getByLabel('Prefix').fill('no')
  await page.getByRole('button', { name: 'Create component' }).click()
  await page.getByText('Must be four letters or digits', { exact: false }).waitFor()
  await page.getByLabel('Prefix').fill('QTAB-01')
  await page.keyboard.press('Enter')
  await waitForHeading(page, 'Quay Tablet')
  await page.getByRole('navigation', { name: 'Pages of Quay Tablet' }).getByText('Draft').waitFor()

  // Three clicks open the period, and two close it.
  await page.getByRole('button', { name: 'Open for comment' }).click()
  await page.getByText('30 days').click()
  await expectAccessible(page, 'opening')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('30 days', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close for adjudication' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Finalize' }).waitFor()

  await page.getByRole('link', { name: 'Readiness' }).click()
  await waitForHeading(page, /gates passed/)
  await page.getByText('Before you can release').waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Release Quay Tablet V1R1' }).isDisabled())
    .toBe(true)
})

test('a user is found by name and added by keyboard, and again by mouse after the removal', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const created = await page.request.post('/projects', {
    data: { project: { name: 'Lights' } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  const { project } = await created.json()
  await page.goto(`/app/projects/${project.id}/members`)
  await waitForHeading(page, 'Members')
  const line = page.getByRole('combobox', { name: 'Person' })
  const member = page.getByRole('row').filter({ hasText: 'stan@demo.example' })
  await line.focus()
  await page.keyboard.type('Stan Sh')
  await page.getByRole('option', { name: 'Stan Shore (stan@demo.example)' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => line.inputValue()).toBe('Stan Shore (stan@demo.example)')
  await page.keyboard.press('Enter')
  await member.waitFor()
  await expect.poll(() => line.inputValue()).toBe('')
  await expect.poll(() => line.getAttribute('aria-expanded')).toBe('false')

  await member.getByRole('button', { name: /^Remove/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await member.waitFor({ state: 'detached' })
  await line.fill('stan@')
  await page.getByRole('option', { name: /^Stan Shore/ }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await member.waitFor()
})

test('an admin denies an access request after reading what that deletes, and the person can ask again', async () => {
  const stranger = await workbench.visitAs(STRANGER, '/app/projects')
  await stranger.getByRole('button', { name: /^Request access/ }).click()
  await stranger.getByRole('button', { name: 'Cancel the request for access to Outer Beacons' }).waitFor()
  const page = await workbench.visitAs(OWNER, '/app/')
  const deny = page.getByRole('button', { name: 'Deny Stan Shore' })
  await deny.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Deny the request of Stan Shore?' })
  await dialog.getByText('This deletes the request to join Outer Beacons. They can ask again.').waitFor()
  await expectAccessible(page, 'deny a request')
  await page.keyboard.press('Escape')
  await expectFocus(deny)
  await deny.press('Enter')
  await dialog.getByRole('button', { name: 'Deny request' }).press('Enter')
  await deny.waitFor({ state: 'detached' })
  await expectFocus(page.getByRole('heading', { level: 1 }))
  await page.goto('/app/projects/2/members')
  await waitForHeading(page, 'Members')
  await expect.poll(() => page.getByText('Stan Shore').count()).toBe(0)
  await stranger.reload()
  await stranger.getByRole('button', { name: /^Request access/ }).waitFor()
})

test('a stranger requests access on the page of a discoverable project, and cancels the request', async () => {
  const page = await workbench.visitAs(STRANGER, '/app/projects/2')
  await waitForHeading(page, 'You don’t have access')
  await page.getByRole('heading', { name: 'Outer Beacons' }).waitFor()
  await expectGoodLooks(page, 'request-access')
  await page.getByRole('button', { name: 'Request access to Outer Beacons' }).press('Enter')
  await page.getByText('You requested access. A project admin will decide.').waitFor()
  await page.getByRole('button', { name: 'Cancel the request for access to Outer Beacons' }).press('Enter')
  await page.getByText('Only members can open this project.').waitFor()
  await page.getByRole('button', { name: 'Request access to Outer Beacons' }).waitFor()
})

test('my work of a user without a project names the access that they requested', async () => {
  const admin = await workbench.visitAs(ADMIN, '/app')
  const headers = { origin: workbench.url() }
  const email = `newcomer${Date.now()}@demo.example`
  const user = { name: 'Nele Cove', email, password: PASSWORD, current_password: PASSWORD }
  await admin.request.post('/users/admin_create', { data: { user }, headers, ...PATIENT })
  const page = await workbench.visitAs(email, '/app/projects')
  await page.request.post('/projects/2/project_access_requests', { data: {}, headers, ...PATIENT })
  await page.goto(`${workbench.url()}/app`)
  await page.getByText('You requested access to Outer Beacons. A project admin will decide.').waitFor()
})

test('my work links to all projects once, however many projects it shows', async () => {
  const page = await workbench.visitAs(OWNER, '/app')
  await page.getByRole('link', { name: 'Harbor Gateways', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Outer Beacons', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'All projects' }).count()).toBe(1)
})

test('the overview counts the requirements that were edited since the last visit, and links to them', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1')
  await waitForHeading(page, 'Harbor Gateway 3')
  await expect.poll(() => page.getByText(/since your last visit/).count()).toBe(0)
  const { id: person } = await read<{ id: number }>(page, '/api/auth/me')
  const lastVisit = Date.now() - 3 * 3_600_000
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    [`workbench-visit-${person}-1`, `0 ${lastVisit}`],
  )
  const list = () =>
    read<{ rules: { id: number; locked: boolean; updated_at: string }[] }>(page, '/components/1/rules_picker')
  const free = (await list()).rules.find(({ locked }) => !locked)
  const edited = await page.request.patch(`/rules/${free?.id}`, {
    data: { rule: { vendor_comments: 'Edited since.' } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  expect(edited.status()).toBe(200)
  const { rules } = await list()
  const changed = rules.filter(
    ({ updated_at: at }) => Date.parse(at.replace(' UTC', 'Z').replace(' ', 'T')) > lastVisit,
  )
  await page.reload()
  const link = page.getByRole('link', {
    name: new RegExp(`^${changed.length} requirements? changed since your last visit$`),
  })
  await link.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('changed')).toBe('visit')
})

test('what is typed faster than the answer comes stays', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/2/members')
  await waitForHeading(page, 'Members')
  const line = page.getByRole('combobox', { name: 'Person' })
  await line.focus()
  await page.keyboard.type('Nobody of that name')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect.poll(() => line.inputValue()).toBe('Nobody of that name')
})

test('viewers are offered only reading', async () => {
  const page = await workbench.visitAs(VIEWER, '/app/projects/1/members')
  await waitForHeading(page, 'Members')
  await expect.poll(() => page.getByRole('combobox', { name: 'Person' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
  await expect.poll(() => page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  await page.goto('/app/components/1')
  await waitForHeading(page, 'Harbor Gateway 3')
  await expect.poll(() => page.getByRole('button', { name: 'Close for adjudication' }).count()).toBe(0)
  for (const path of [
    '/app/projects/1/settings',
    '/app/projects/1/components/new',
    '/app/components/1/settings',
  ]) {
    await page.goto(path)
    await waitForHeading(page, 'Page not found')
  }
  await page.goto('/app/srgs')
  await waitForHeading(page, 'SRGs')
  await expect.poll(() => page.getByRole('button', { name: 'Choose files' }).count()).toBe(0)
})

test('a project without access looks like a missing one', async () => {
  const page = await workbench.visitAs(STRANGER, '/app/projects/1')
  await waitForHeading(page, 'Page not found')
  for (const path of ['/app/reviews/1', '/app/users/2/comments', '/app/users/999999/comments']) {
    await page.goto(path)
    await waitForHeading(page, 'Page not found')
  }
})

test('several files have a summary, and a guide of the other catalog is uploaded there', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/stigs')
  const srg = join(import.meta.dirname, '../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  const text = (name: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from('no guide') })
  const wrong = { name: 'srg.xml', mimeType: 'text/xml', buffer: await readFile(srg) }
  await (await chooser).setFiles([text('one.txt'), wrong])
  await page.getByText('0 added, 0 already in the catalog, 2 rejected').waitFor()
  await expectFocus(page.getByRole('button', { name: 'Choose files' }))
  await page.getByRole('button', { name: 'Upload to SRGs' }).click()
  await page.getByText('0 added, 1 already in the catalog, 1 rejected').waitFor()
  await expectAccessible(page, 'several files')
  await page.getByRole('button', { name: 'Dismiss all' }).click()
  await expect.poll(() => page.getByText('was rejected').count()).toBe(0)
})

test('typed fields of a new component stay when the user switches to an overlay and back', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/2/components/new')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Harbor Lights')
  await page.getByRole('textbox', { name: 'Title' }).fill('Lights of the harbor')
  await page.getByRole('radio', { name: 'A released component, as an overlay' }).check({ force: true })
  await page.getByText('An overlay starts with', { exact: false }).waitFor()
  expect(await name.inputValue()).toBe('Harbor Lights')
  await page.getByRole('radio', { name: 'A guide of the catalog' }).check({ force: true })
  await page.getByText('From the guide').first().waitFor()
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Lights of the harbor')
})

test('an overlay of a released component is created from another project', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/2/components/new')
  await waitForHeading(page, 'New component')
  await page.getByRole('radio', { name: 'A released component, as an overlay' }).check({ force: true })
  await page.getByRole('button', { name: /Overlay of/ }).waitFor()
  await expectAccessible(page, 'overlay')
  await page.getByLabel('Name', { exact: true }).fill('Gateway of the pier')
  await page.getByRole('button', { name: 'Create component' }).click()
  await waitForHeading(page, 'Gateway of the pier')
  await page.getByRole('link', { name: 'Harbor Gateway 1 V1R1' }).waitFor()
})

test('a rejected file shows where and why, and the next one is imported', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/stigs')
  const choose = async (name: string, text: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    await (await chooser).setFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
  }
  await choose('broken.xml', '<Benchmark>\n<Group>\n</Benchmark>')
  await page.getByText('broken.xml was rejected').waitFor()
  await page
    .getByText(/Line \d/)
    .first()
    .waitFor()
  await choose('readme.txt', 'no guide')
  await page.getByText('The file must be .xml or .zip', { exact: false }).first().waitFor()
  await expectAccessible(page, 'refused')
  await page.setViewportSize({ width: 360, height: 740 })
  const banner = page.getByRole('alert').filter({ hasText: 'The file must be .xml or .zip' })
  const [text, dismiss] = await Promise.all(
    [banner.getByRole('paragraph').first(), banner.getByRole('button', { name: 'Dismiss readme.txt' })].map(
      (part) => part.boundingBox(),
    ),
  )
  expect(dismiss?.y).toBeLessThan((text?.y ?? 0) + 20)
  await choose('nothing.xml', '')
  await page.getByText('File nothing.xml is empty (0 bytes).').waitFor()
})

test('a guide that shares its rules with another one can become its release', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/srgs')
  const series = `Shoal ${Date.now()}`
  const rules = (changed: number) =>
    Array.from({ length: 10 }, (_, index) => ({ version: `${series}-${index < changed ? 'X' : ''}${index}` }))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (
    await chooser
  ).setFiles(
    [0, 1].map((number) => ({
      name: `shoal-${number}.xml`,
      mimeType: 'text/xml',
      buffer: Buffer.from(
        createBenchmarkFile({
          id: `${series.replace(' ', '_')}_${number}_SRG`,
          title: `${series} ${number}`,
          rules: rules(number),
        }),
      ),
    })),
  )
  const accept = page.getByRole('button', { name: 'Treat as a later release' })
  await accept.waitFor()
  await expectAccessible(page, 'proposed release')
  expect((await accept.boundingBox())?.width).toBeLessThan(400)
  await accept.press('Enter')
  await page.getByText(`This guide is now a release of ${series} 0.`).waitFor()
})

test('the role of a member with a long name is readable on a phone', async () => {
  const page = await workbench.visitAs(ADMIN, '/up')
  const headers = { origin: workbench.url() }
  const name = 'Maximiliana Alexandrina of Hohenlohe-Langenburg-Schillingsfeld, Commissioner of the Harbor'
  const created = await page.request.post('/users/admin_create', {
    data: { user: { name, email: `long-${Date.now()}@demo.example`, password: PASSWORD } },
    headers,
  })
  const { user } = await created.json()
  const membership = { membership_type: 'Project', membership_id: 1, user_id: user.id, role: 'viewer' }
  expect((await page.request.post('/memberships', { data: { membership }, headers })).ok()).toBe(true)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/app/projects/1/members?q=Maximiliana')
  const role = page.getByRole('button', { name: new RegExp(`Role of ${name}`) })
  await role.waitFor()
  expect(await role.evaluate((button) => button.scrollWidth > button.clientWidth)).toBe(false)
  expect((await role.boundingBox())?.width).toBeGreaterThan(90)
})
