import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from './support/looks.ts'
import { read } from './support/read.ts'
import {
  createTriage,
  AUTHOR,
  waitUntilSelected,
  countKeys,
  OWNER,
  TRIAGE,
  recordWrites,
} from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, ruleAt, stored, openTriage, write } = createTriage(workbench)

test('one key accepts and closes, three decline with a template, two mark a duplicate, and Z undoes each', async () => {
  const { ids, rule } = await comments(29, [
    'Zebra one: accept me',
    'Zebra two: decline me',
    'The lantern on the mole must be lit before the gate is opened, says the pilot book',
    'Zebra four: the last one',
  ])
  const twin = await comments(24, [
    'The lantern on the mole must be lit before the gate is opened, says the book',
  ])
  const owner = await workbench.visitAs(OWNER, '/up')
  await write(owner, 'POST', '/projects/1/triage_response_templates', {
    triage_response_template: { name: 'Fixed by the guide', body: 'The guide fixes it.' },
  })
  const page = await openTriage(AUTHOR, rule, ids[0])
  const keys = countKeys(page)
  const sent = recordWrites(page)
  await keys.press('Shift+1')
  await waitUntilSelected(page, ids[1])
  expect(keys.count()).toBe(1)
  await expect.poll(async () => (await stored(page, ids[0])).adjudicated_at).not.toBeNull()
  await expect.poll(() => sent).toEqual(['reviews.triage'])
  await keys.press('3')
  // The comments of the test and of the demo.
  await page.getByRole('list', { name: 'Response templates' }).getByRole('listitem').nth(3).waitFor()
  await expectAccessible(page, 'response')
  await keys.press('1', 'Control+Enter')
  await waitUntilSelected(page, ids[2])
  expect(keys.count()).toBe(3)
  await page.getByRole('region', { name: 'Similar comments' }).waitFor()
  await keys.press('5')
  await page.getByRole('group', { name: /^Duplicate of which/ }).waitFor()
  await expectAccessible(page, 'suggestions')
  await keys.press('Enter')
  await waitUntilSelected(page, ids[3])
  expect(keys.count()).toBe(2)
  const readStatuses = () => Promise.all(ids.map(async (id) => (await stored(page, id)).triage_status))
  await expect.poll(readStatuses).toEqual(['concur', 'non_concur', 'duplicate', 'pending'])
  await expect.poll(async () => (await stored(page, ids[2])).duplicate_of_review_id).toBe(twin.ids[0])
  const readResponses = async () =>
    (await read<{ responses: { comment: string }[] }>(page, `/reviews/${ids[1]}`)).responses
  await expect.poll(readResponses).toMatchObject([{ comment: 'The guide fixes it.' }])
  // Each Z undoes the newest remaining decision and selects its comment.
  await keys.press('z')
  await waitUntilSelected(page, ids[2])
  await keys.press('z')
  await waitUntilSelected(page, ids[1])
  await keys.press('z')
  await waitUntilSelected(page, ids[0])
  await expect.poll(readStatuses).toEqual(['pending', 'pending', 'pending', 'pending'])
  await expect.poll(async () => (await stored(page, ids[0])).adjudicated_at).toBeNull()
  await expect.poll(readResponses).toEqual([])
  await keys.press('z')
  await page.getByText('You have no decision from the last ten minutes').first().waitFor()
  // The response of the decision is a draft again.
  await keys.press('j', '3')
  await expect.poll(() => page.getByLabel(/^Response \(required/).inputValue()).toBe('The guide fixes it.')
})

test('a digit that is pressed in a dialog does not decide on the comment behind it', async () => {
  const { ids, rule } = await comments(23, ['Yak one: stay undecided', 'Yak two: the next one'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  const sent = recordWrites(page)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('1')
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await waitUntilSelected(page, ids[0])
  expect(sent).toEqual([])
  await page.keyboard.press('1')
  await waitUntilSelected(page, ids[1])
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('concur')
})

test('the other decisions are made by keyboard', async () => {
  const { ids, rule } = await comments(30, [
    'Yak one: with changes',
    'Yak two: what do you mean',
    'Yak three: said elsewhere',
    'Yak four: only for your information',
  ])
  const page = await openTriage(AUTHOR, rule, ids[0])
  const keys = countKeys(page)
  await keys.press('Shift+2')
  await keys.type('The limit becomes three.')
  await keys.press('Control+Enter')
  await waitUntilSelected(page, ids[1])
  // A decline needs a response; without one nothing is sent.
  await keys.press('3', 'Control+Enter', 'Escape', '4')
  await keys.type('Which step?')
  await keys.press('Control+Enter')
  await waitUntilSelected(page, ids[2])
  await keys.press('6')
  await page.getByRole('group', { name: /^Addressed by which/ }).waitFor()
  await keys.type('000002')
  await page.getByRole('menuitem', { name: /000002/ }).waitFor()
  await keys.press('Enter')
  await waitUntilSelected(page, ids[3])
  await keys.press('7')
  await expect
    .poll(() => Promise.all(ids.map(async (id) => (await stored(page, id)).triage_status)))
    .toEqual(['concur_with_comment', 'needs_clarification', 'addressed_by', 'informational'])
  await expect.poll(async () => (await stored(page, ids[0])).adjudicated_at).not.toBeNull()
  await expect.poll(async () => (await stored(page, ids[1])).adjudicated_at).toBeNull()
  await expect
    .poll(async () => (await stored(page, ids[2])).addressed_by_rule_id)
    .toBe((await ruleAt(page, 1)).id)
})

test('a comment is assigned, moved to another section, replied to, closed and reopened by keyboard', async () => {
  const { ids, rule } = await comments(28, ['Heron one', 'Heron two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  const { keyboard } = page
  await keyboard.press('a')
  await waitForAssignee(page, 'Ari Quay (you)')
  await expectAccessible(page, 'assign')
  await page.getByLabel('Due on').fill('2030-01-31')
  await keyboard.press('Enter')
  await page.getByText('assigned to Ari Quay', { exact: true }).waitFor()
  await expect.poll(async () => (await stored(page, ids[0])).assignee_id).not.toBeNull()
  await keyboard.press('t')
  await page.getByRole('form', { name: 'Change the section' }).waitFor()
  await keyboard.press('ArrowLeft')
  await keyboard.press('Tab')
  await keyboard.type('It speaks of the check.')
  await keyboard.press('Enter')
  await expect.poll(async () => (await stored(page, ids[0])).section).not.toBe('fixtext')
  await page.getByRole('form', { name: 'Change the section' }).waitFor({ state: 'detached' })
  await keyboard.press('r')
  await page.getByRole('form', { name: `Reply to comment ${ids[0]}` }).waitFor()
  await keyboard.type('Seen, we look into it.')
  await keyboard.press('Control+Enter')
  await page
    .getByRole('list', { name: `Replies to comment ${ids[0]}` })
    .getByText('Seen, we look')
    .waitFor()
  await keyboard.press('Shift+1')
  await waitUntilSelected(page, ids[1])
  await expect.poll(async () => (await stored(page, ids[0])).adjudicated_at).not.toBeNull()
  await keyboard.press('k')
  await waitUntilSelected(page, ids[0])
  await keyboard.press('o')
  await expect.poll(async () => (await stored(page, ids[0])).adjudicated_at).toBeNull()
  await keyboard.press('.')
  await page.getByRole('dialog', { name: `Comment ${ids[0]}` }).waitFor()
  await expectAccessible(page, 'all actions')
  await keyboard.press('Escape')
})

test('assigning waits until the members are loaded', async () => {
  const { ids, rule } = await comments(25, ['Ibis one'])
  const page = await workbench.visitAs(AUTHOR, '/up')
  const letPeopleCome = await holdPeople(page)
  await page.goto(`${TRIAGE}?rule_id=${rule.id}`)
  await waitUntilSelected(page, ids[0])
  await page.keyboard.press('a')
  const form = page.getByRole('form', { name: 'Assign' })
  const assign = form.getByRole('button', { name: 'Assign', exact: true })
  await expect.poll(() => assign.isDisabled()).toBe(true)
  letPeopleCome()
  await waitForAssignee(page, 'Ari Quay (you)')
  await expect.poll(() => assign.isDisabled()).toBe(false)
  await page.getByLabel('Due on').fill('2030-01-31')
  await page.keyboard.press('Enter')
  await page.getByText('assigned to Ari Quay', { exact: true }).waitFor()
})

test('the fix is edited at the comment, and accepted in the same step', async () => {
  const { ids, rule } = await comments(26, ['Say where the switch is', 'Another one'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.keyboard.press('e')
  const text = page.getByRole('form', { name: 'Accept and edit Fix' }).getByLabel('Fix', { exact: true })
  await text.waitFor()
  await expectAccessible(page, 'accept and edit')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Turn the switch beside the door.')
  await page.keyboard.press('Control+Enter')
  await waitUntilSelected(page, ids[1])
  await expect
    .poll(() => read(page, `/rules/${rule.id}`))
    .toMatchObject({
      fixtext: 'Turn the switch beside the door.',
    })
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('concur')
  // The other comment refers to the old text: word differences are shown instead.
  await page.getByText('Fix changed since this comment.').waitFor()
  await page.getByRole('region', { name: 'Fix', exact: true }).locator('ins').first().waitFor()
  await page.keyboard.press('z')
  await waitUntilSelected(page, ids[0])
  await page.getByText('What you changed in Fix stays.', { exact: false }).first().waitFor()
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('pending')
  await expect
    .poll(() => read(page, `/rules/${rule.id}`))
    .toMatchObject({
      fixtext: 'Turn the switch beside the door.',
    })
})

/** Waits until this user is selected in the assignment form. */
const waitForAssignee = (page: Page, name: string) =>
  page
    .getByRole('form', { name: 'Assign' })
    .getByRole('button', { name: /Assigned to/ })
    .filter({ hasText: name })
    .waitFor()

/** Delays the list of the project's people, but not the other queries of its batch. */
async function holdPeople(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/trpc/**projects.show**', async (route) => {
    const names = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',')
    if (names.length === 1) {
      await promise
      return route.continue()
    }
    // It failed without a response, so it is retried alone.
    const response = await route.fetch()
    const answers: unknown[] = await response.json()
    answers[names.indexOf('projects.show')] = { error: { message: 'Later', code: -32603 } }
    await route.fulfill({ response, json: answers })
  })
  return resolve
}
