import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { PATIENT, read } from './support/read.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'
const STALE = 'Someone changed this while you were looking at it.'

test('unsaved questions outlive a change by another user, and a save sends only them', async () => {
  const { page, id, change } = await openSettings()
  const asText = { question_type: 'freeform', options: [] }
  await change({ additional_questions_attributes: [{ name: 'Tested on', ...asText }] })
  await expect.poll(() => page.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('Tested on')
  await page.getByRole('button', { name: 'Add a question' }).press('Enter')
  await page.getByRole('textbox', { name: 'Question' }).last().fill('Tested by')
  const [first] = (await readHeader(page, id)).additional_questions
  const others = [
    { id: first?.id, name: 'Tested where' },
    { name: 'Owner', ...asText },
  ]
  await change({ additional_questions_attributes: others, release: 2 })
  await expect.poll(() => page.title()).toContain('V1R2')
  expect(await page.getByRole('textbox', { name: 'Question' }).last().inputValue()).toBe('Tested by')
  const save = page.getByRole('button', { name: 'Save questions' })
  await save.press('Enter')
  await expect.poll(() => readQuestions(page, id)).toEqual(['Owner', 'Tested by', 'Tested where'])
  await page.locator('button[data-pending]').waitFor({ state: 'detached' })

  const question = page.getByRole('textbox', { name: 'Question' }).first()
  await expect.poll(() => question.inputValue()).toBe('Tested where')
  await question.fill('Tested in')
  await change({
    additional_questions_attributes: [{ id: first?.id, name: 'Tested at' }],
    release: 3,
  })
  await expect.poll(() => page.title()).toContain('V1R3')
  await save.press('Enter')
  await page.getByText(STALE).first().waitFor()
  expect(await readQuestions(page, id)).toContain('Tested at')
  await page.locator('button[data-pending]').waitFor({ state: 'detached' })
  await save.press('Enter')
  await expect.poll(() => readQuestions(page, id)).toEqual(['Owner', 'Tested by', 'Tested in'])
})

test('unsaved metadata outlives a change by another user, and a save sends only changed entries', async () => {
  const { page, id, change } = await openSettings()
  const setMetadata = (data: Record<string, string>, release: number) =>
    change({ component_metadata_attributes: { data }, release })
  await setMetadata({ Ticket: 'GW-7' }, 2)
  await expect.poll(() => page.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('GW-7')
  await page.getByRole('button', { name: 'Add an entry' }).press('Enter')
  await page.getByRole('textbox', { name: 'Entry' }).last().fill('Room')
  await page.getByRole('textbox', { name: 'Value' }).last().fill('12')
  await setMetadata({ Ticket: 'GW-8', Site: 'Pier' }, 3)
  await expect.poll(() => page.title()).toContain('V1R3')
  expect(await page.getByRole('textbox', { name: 'Value' }).last().inputValue()).toBe('12')
  await page.getByRole('button', { name: 'Save metadata' }).press('Enter')
  await expect
    .poll(async () => (await readHeader(page, id)).metadata)
    .toEqual({ Ticket: 'GW-8', Site: 'Pier', Room: '12' })
})

test('an unsaved readiness policy outlives a change by another user, and a save sends only changed findings', async () => {
  const { page, id, change } = await openSettings()
  const policy = async () =>
    (await read<{ policy: { lock: string[]; release: string[] } }>(page, `/api/components/${id}/readiness`))
      .policy
  const { lock } = await policy()
  const release = page.getByRole('group', { name: 'Blocks the release' })
  const withoutFix = release.getByRole('checkbox', { name: 'Requirements without a fix' })
  await release.getByText('Requirements without a fix', { exact: true }).click()
  expect(await withoutFix.isChecked()).toBe(true)
  await change({ readiness_policy: { lock: [], release: ['rule.check_missing'] }, release: 2 })
  await page.getByText('Requirements with a checked finding', { exact: false }).waitFor()
  await expect.poll(() => page.title()).toContain('V1R2')
  expect(lock).not.toEqual([])
  expect(await withoutFix.isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Save policy' }).press('Enter')
  await expect.poll(policy).toMatchObject({ lock: [], release: ['rule.check_missing', 'rule.fix_missing'] })
})

test('an unsaved name of a user outlives a change by another administrator', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/users/4')
  const headers = { origin: workbench.url() }
  await waitForHeading(page, 'Ari Quay')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Ari Quayside')
  const data = { user: { slack_user_id: 'U0QUAY' } }
  expect((await page.request.patch('/users/4', { data, headers, ...PATIENT })).status()).toBe(200)
  await page.getByRole('button', { name: 'Lock', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Unlock' }).waitFor()
  expect(await name.inputValue()).toBe('Ari Quayside')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await waitForHeading(page, 'Ari Quayside')
  await expect.poll(() => page.getByLabel('Chat user ID').inputValue()).toBe('U0QUAY')
  await page.getByRole('button', { name: 'Unlock' }).press('Enter')
  await page.getByRole('button', { name: 'Lock', exact: true }).waitFor()
})

interface Header {
  metadata: Record<string, string>
  additional_questions: { id: number; name: string }[]
}

/** Opens the settings of a new component; `change` changes it as another user does. */
async function openSettings() {
  const page = await workbench.visitAs(OWNER, '/up')
  const headers = { origin: workbench.url() }
  // A second attempt can't reuse the component of the first one.
  const component = {
    name: `Groyne ${Date.now()}`,
    prefix: 'GROY-01',
    title: 'Groyne STIG',
    version: 1,
    release: 1,
  }
  const data = { component: { ...component, security_requirements_guide_id: 1 } }
  const created = await page.request.post('/projects/1/components', { data, headers, ...PATIENT })
  const id: number = (await created.json()).component.id
  await page.goto(`/app/components/${id}/settings`)
  await waitForHeading(page, 'Settings')
  await page.getByText('Live', { exact: true }).waitFor()
  const change = async (changes: Record<string, unknown>) => {
    const answer = await page.request.patch(`/components/${id}`, {
      data: { component: changes },
      headers,
      ...PATIENT,
    })
    expect(answer.status()).toBe(200)
  }
  return { page, id, change }
}

function readHeader(page: Page, id: number): Promise<Header> {
  return read<Header>(page, `/api/components/${id}/header`)
}

async function readQuestions(page: Page, id: number): Promise<string[]> {
  const { additional_questions: questions } = await readHeader(page, id)
  return questions.map(({ name }) => name).sort()
}
