import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'

interface Header {
  description: string | null
  admin_name: string | null
  admin_email: string | null
  metadata: Record<string, string>
  additional_questions: { name: string; question_type: string; options: string[] }[]
}

test('an admin edits description, contact, metadata and questions of a component', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1/settings')
  await waitForHeading(page, 'Settings')
  await page.getByLabel('Description').fill('How the gateway is operated')
  await page.getByLabel('Contact name').fill('Pia Pier')
  await page.getByLabel('Contact email').fill('pia@demo.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByText(/is saved\.$/)
    .first()
    .waitFor()
  await page.locator('button[data-pending]').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Add an entry' }).click()
  await page.getByRole('textbox', { name: 'Entry' }).fill('Ticket')
  await page.getByRole('textbox', { name: 'Value' }).fill('GW-7')
  await page.getByRole('button', { name: 'Save metadata' }).click()
  await expect.poll(async () => (await readHeader(page)).metadata).toEqual({ Ticket: 'GW-7' })
  await page.locator('button[data-pending]').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByLabel('Question', { exact: true }).fill('Tested on')
  await page.getByRole('button', { name: /Answer/ }).click()
  await page.getByRole('option', { name: 'Choice from a list' }).click()
  await page.getByRole('textbox', { name: 'Options' }).fill('Lab\nShip')
  await expectGoodLooks(page, 'component-settings')
  await page.getByRole('button', { name: 'Save questions' }).click()
  await expect.poll(async () => (await readHeader(page)).additional_questions.length).toBe(1)
  expect(await readHeader(page)).toMatchObject({
    description: 'How the gateway is operated',
    admin_name: 'Pia Pier',
    admin_email: 'pia@demo.example',
    additional_questions: [{ name: 'Tested on', question_type: 'dropdown', options: ['Lab', 'Ship'] }],
  })
})

test('two metadata entries with one name are rejected before sending', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/2/settings')
  await waitForHeading(page, 'Settings')
  await page.getByRole('button', { name: 'Add an entry' }).click()
  await page.getByRole('button', { name: 'Add an entry' }).click()
  for (const index of [0, 1]) {
    await page.getByRole('textbox', { name: 'Entry' }).nth(index).fill('Owner')
  }
  await page.getByText('Another entry has this name').first().waitFor()
  await page.getByRole('button', { name: 'Save metadata' }).click()
  expect((await read<Header>(page, '/api/components/2/header')).metadata).toEqual({})
})

test('questions and metadata without a name are rejected at their fields', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/2/settings')
  await waitForHeading(page, 'Settings')
  const addQuestion = page.getByRole('button', { name: 'Add a question' })
  const question = page.getByRole('textbox', { name: 'Question' })
  await addQuestion.press('Enter')
  await expectFocus(question)
  await question.press('Enter')
  const form = page.getByRole('form', { name: 'Additional questions' })
  await form.getByText('Must not be blank.').waitFor()
  await expectFocus(question)
  expect(await form.getByRole('alert').count()).toBe(0)
  await page.getByRole('button', { name: 'Remove the question' }).press('Enter')
  await expectFocus(addQuestion)

  await page.getByRole('button', { name: 'Add an entry' }).press('Enter')
  await expectFocus(page.getByRole('textbox', { name: 'Entry' }))
  await page.getByRole('button', { name: 'Save metadata' }).press('Enter')
  await page.getByText('Enter a name').waitFor()
})

test('deleting a component lists what it deletes and asks for the name', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/2/settings')
  await waitForHeading(page, 'Settings')
  await page.getByRole('button', { name: 'Delete the component' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(/\d+ requirements/).waitFor()
  await dialog.getByText(/comments? with all replies/).waitFor()
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Delete the component' }).isDisabled())
    .toBe(true)
  await expectAccessible(page, 'deletion')
})

test('a component with overlays names them when it cannot be deleted', async () => {
  const page = await workbench.visitAs(ADMIN, '/up')
  const [base] = await read<{ id: number; name: string; project_id: number }[]>(page, '/components')
  const created = await page.request.post(`/projects/${base?.project_id}/components`, {
    data: { component: { component_id: base?.id, name: 'Night watch', prefix: 'NIWA-00' } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  const { component } = await created.json()
  await page.goto(`/app/components/${base?.id}/settings`)
  await page.getByRole('button', { name: 'Delete the component' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill(base?.name ?? '')
  await dialog.getByRole('button', { name: 'Delete the component' }).click()
  await dialog.getByText('Other components are overlays of this one.').waitFor()
  await expectGoodLooks(page, 'overlays')
  await dialog.getByRole('link', { name: /^Night watch/ }).click()
  await page.waitForURL(new RegExp(`/components/${component.id}$`))
})

test('a requirement without a title is a link with a name', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const answer = await page.request.patch('/rules/2', {
    data: { rule: { title: '' } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  expect(answer.status()).toBe(200)
  await page.goto('/app/components/1/edit')
  await page.getByRole('link', { name: /^HGW3-01-000002/ }).click()
  await waitForHeading(page, 'HGW3-01-000002')
})

test('the history of a requirement omits empty fields', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1/HGW3-01-000001')
  await page.getByRole('tab', { name: /History/ }).click()
  const history = page.getByRole('tabpanel').getByRole('list', { name: 'History' })
  await history.getByRole('listitem').first().waitFor()
  expect(await history.textContent()).not.toMatch(/Markers|\[\]/)
})

function readHeader(page: Page): Promise<Header> {
  return read<Header>(page, '/api/components/1/header')
}

test('an admin chooses which findings block locking, and returns to the default', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/2/settings')
  const policy = async () => (await read<{ policy: unknown }>(page, '/api/components/2/readiness')).policy
  const locking = page.getByRole('group', { name: 'Blocks locking' })
  const withoutFix = locking.getByRole('checkbox', { name: 'Requirements without a fix' })
  if (!(await withoutFix.isChecked())) {
    await locking.getByText('Requirements without a fix', { exact: true }).click()
  }
  await expectGoodLooks(page, 'component-policy')
  await page.getByRole('button', { name: 'Save policy' }).press('Enter')
  await expect
    .poll(policy)
    .toMatchObject({ lock: expect.arrayContaining(['rule.fix_missing']), is_default: false })
  await page.reload()
  await page.getByText('Requirements with a checked finding', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Use the default' }).press('Enter')
  await expect.poll(policy).toMatchObject({ is_default: true })
})

test('an admin unlocks all requirements at once, with a reason', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/2/readiness')
  const { rules } = await read<{ rules: { id: number; locked: boolean; status: string }[] }>(
    page,
    '/components/2/rules_picker',
  )
  const chosen = rules.find(({ locked }) => locked) ?? rules[0]
  if (chosen?.locked === false) {
    await page.request.patch(`/rules/${chosen.id}`, {
      data: { rule: { status: 'Not Applicable', status_justification: 'There is none.' } },
    })
    const review = { action: 'lock_control', comment: 'Done' }
    await page.request.post(`/rules/${chosen.id}/reviews`, { data: { review } })
    await page.reload()
  }
  await page.getByRole('button', { name: 'Unlock all' }).press('Enter')
  await page.getByLabel('Reason').fill('Another round')
  await expectGoodLooks(page, 'unlock-all')
  await page.getByRole('button', { name: 'Unlock', exact: true }).press('Enter')
  await page
    .getByText(/requirements? unlocked\./)
    .first()
    .waitFor()
  const locked = async () =>
    (await read<{ locks: { locked: number } }>(page, '/api/components/2/workflow_state')).locks.locked
  await expect.poll(locked).toBe(0)
  await page.getByRole('button', { name: 'Unlock all' }).waitFor({ state: 'detached' })
  await expectFocus(page.getByRole('heading', { level: 1 }))
  await page.getByRole('button', { name: /^Lock \d+ that/ }).press('Enter')
  await page.getByRole('button', { name: /^Lock \d+ that/ }).waitFor({ state: 'detached' })
  await expectFocus(page.getByRole('heading', { level: 1 }))
})

test('a page of a component that someone else deletes says so', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1')
  const headers = { origin: workbench.url() }
  const data = {
    component: { name: 'Raft', prefix: 'RAFT-01', title: 'Raft', security_requirements_guide_id: 1 },
  }
  const created = await page.request.post('/projects/1/components', { data, headers, ...PATIENT })
  const { component } = await created.json()
  await page.goto(`/app/components/${component.id}/settings`)
  await waitForHeading(page, 'Settings')
  await page.request.delete(`/components/${component.id}`, { headers, ...PATIENT })
  await page.getByText('It may have been deleted, or your access was removed.').waitFor()
})

test('saved details keep what another admin changed in the meantime', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const headers = { origin: workbench.url() }
  const component = {
    // A second attempt can't reuse the releases of the first one.
    name: `Breakwater ${Date.now()}`,
    prefix: 'BRKW-01',
    title: 'Breakwater STIG',
    version: 1,
    release: 1,
  }
  const data = { component: { ...component, security_requirements_guide_id: 1 } }
  const created = await page.request.post('/projects/1/components', { data, headers, ...PATIENT })
  const { id } = (await created.json()).component
  await page.goto(`/app/components/${id}/settings`)
  await waitForHeading(page, 'Settings')
  await page.getByText('Live', { exact: true }).waitFor()
  const change = { component: { release: 2 } }
  await page.request.patch(`/components/${id}`, { data: change, headers, ...PATIENT })
  await expect.poll(() => page.title()).toContain('V1R2')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  for (const description of ['Stones', 'Stones and steel']) {
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill(description)
    await save.press('Enter')
    await expect
      .poll(() => read(page, `/api/components/${id}/header`))
      .toMatchObject({ description, release: 2 })
    // A press during a save is ignored.
    await page.locator('button[data-pending]').waitFor({ state: 'detached' })
  }

  await page.request.patch(`/components/${id}`, {
    data: { component: { release: 3 } },
    headers,
    ...PATIENT,
  })
  await expect.poll(() => page.title()).toContain('V1R3')
  await page.getByRole('spinbutton', { name: 'Release' }).fill('4')
  await save.press('Enter')
  await page.getByText('Someone changed this while you were looking at it.').first().waitFor()
  expect(await read(page, `/api/components/${id}/header`)).toMatchObject({ release: 3 })
  await save.press('Enter')
  await expect.poll(() => read(page, `/api/components/${id}/header`)).toMatchObject({ release: 4 })
})
