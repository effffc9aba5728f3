import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible } from './support/looks.ts'
import { createTriage, AUTHOR, waitUntilSelected, OWNER, REVIEWER, TRIAGE } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, stored, openTriage, write } = createTriage(workbench)

test('three users triage at once and see each other, and two tabs of one user agree', async () => {
  const { ids, rule } = await comments(22, ['Tern one', 'Tern two', 'Tern three'])
  const page1 = await openTriage(AUTHOR, rule, ids[0])
  await page1.getByText('Live', { exact: true }).waitFor()
  const tab = await page1.context().newPage()
  await tab.goto(`${TRIAGE}?rule_id=${rule.id}&comment=${ids[1]}`)
  await waitUntilSelected(tab, ids[1])
  // The first tab holds the connection.
  await tab.getByText('Live', { exact: true }).waitFor()
  const [page2, page3] = await Promise.all([
    openTriage(REVIEWER, rule, ids[0]),
    openTriage(OWNER, rule, ids[0]),
  ])
  await page2.keyboard.press('7')
  // It appears at once, and the selection stays.
  await page1.getByText('Rosa Pier decided on this just now').waitFor()
  await page3.getByText('Rosa Pier decided on this just now').waitFor()
  await waitUntilSelected(page1, ids[0])
  await expectAccessible(page1, 'told')
  await page3.keyboard.press('j')
  await page3.keyboard.press('j')
  await waitUntilSelected(page3, ids[2])
  await page3.keyboard.press('Shift+1')
  const findRow = (page: typeof page1, id: number | undefined) =>
    page
      .getByRole('navigation', { name: 'Queue' })
      .getByRole('link')
      .filter({ hasText: String(id) })
  for (const page of [page1, page2, tab]) await findRow(page, ids[2]).getByText('Accepted').waitFor()
  await page1.keyboard.press('j')
  await waitUntilSelected(page1, ids[1])
  await page1.keyboard.press('1')
  await tab.getByText('Ari Quay decided on this just now').waitFor()
  await page1.keyboard.press('z')
  await tab.getByText('undid the decision just now').waitFor()
  await findRow(page2, ids[1]).getByText('Pending').waitFor({ state: 'attached' })
  await expect.poll(async () => (await stored(page1, ids[1])).triage_status).toBe('pending')
})

test('two users decide on one comment, and the later one sees both versions and chooses', async () => {
  const { ids, rule } = await comments(21, ['Swan one', 'Swan two'])
  const page1 = await workbench.visitAs(AUTHOR, '/app')
  // This page receives no events of other users.
  await page1.route('**/trpc/events.ofProject**', () => undefined)
  await page1.goto(`${TRIAGE}?rule_id=${rule.id}`)
  await waitUntilSelected(page1, ids[0])
  const page2 = await openTriage(REVIEWER, rule, ids[0])
  await page2.keyboard.press('3')
  await page2.keyboard.type('It stays as it is.')
  await page2.keyboard.press('Control+Enter')
  await expect.poll(async () => (await stored(page2, ids[0])).triage_status).toBe('non_concur')
  await page1.keyboard.press('1')
  await page1.getByRole('button', { name: `Open ${ids[0]}` }).press('Enter')
  await page1.getByText(`Comment ${ids[0]} changed while you decided.`).waitFor()
  await page1.getByText('Declined by Rosa Pier').first().waitFor()
  await expectAccessible(page1, 'conflict')
  await expect.poll(async () => (await stored(page1, ids[0])).triage_status).toBe('non_concur')
  await page1.getByRole('button', { name: 'Decide again' }).press('Enter')
  await expect.poll(async () => (await stored(page1, ids[0])).triage_status).toBe('concur')
})

test('a decision with a reply cannot be undone: Z shows why and restores the decision', async () => {
  const { ids, rule } = await comments(19, ['Stork one', 'Stork two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.keyboard.press('1')
  await waitUntilSelected(page, ids[1])
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('concur')
  const other = await workbench.visitAs(REVIEWER, '/up')
  await write(other, 'POST', `/rules/${rule.id}/reviews`, {
    review: { action: 'comment', comment: 'Thank you.', responding_to_review_id: ids[0] },
  })
  await page.keyboard.press('z')
  await page.getByText(`Comment ${ids[0]} stays decided: Accepted.`, { exact: false }).waitFor()
  await page.getByText('Someone replied after the decision', { exact: false }).waitFor()
  await expectAccessible(page, 'undo refused')
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('concur')
  const region = page.getByRole('region', { name: `Comment ${ids[0]}`, exact: true })
  await region.getByText('Accepted').first().waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await page.getByText('stays decided', { exact: false }).waitFor({ state: 'detached' })
})

test('a decision without a connection is undone with a message, and its response is not lost', async () => {
  const { ids, rule } = await comments(23, ['Gull one', 'Gull two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.context().setOffline(true)
  await page.keyboard.press('3')
  await page.keyboard.type('Not in this version.')
  await page.keyboard.press('Control+Enter')
  // The decision shows at once and the next comment is selected; then it is reverted.
  await waitUntilSelected(page, ids[1])
  await page.getByText(/^Your decision .*was not saved/).waitFor()
  await expectAccessible(page, 'not saved')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: `Open ${ids[0]}` }).press('Enter')
  await page.getByText(`Comment ${ids[0]} is not decided.`).waitFor()
  await expectFocus(page.locator('[data-panel]'))
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('pending')
  await page.getByRole('button', { name: 'Decline again' }).press('Enter')
  await expect.poll(() => page.getByLabel(/^Response \(required/).inputValue()).toBe('Not in this version.')
  await page.getByLabel(/^Response \(required/).focus()
  const answered = page.waitForResponse(/reviews\.triage/)
  await page.keyboard.press('Control+Enter')
  await (await answered).finished()
  expect((await stored(page, ids[0])).triage_status).toBe('non_concur')
  // Without a connection, the undo fails too and can be retried.
  await page.context().setOffline(true)
  await page.keyboard.press('z')
  await page.getByText(`Comment ${ids[0]} stays decided: Declined.`, { exact: false }).waitFor()
  await page.context().setOffline(false)
  await page.keyboard.press('z')
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('pending')
})

test('the page says that a decision was not saved before it has all of its code', async () => {
  const { ids, rule } = await comments(25, ['Skua one', 'Skua two'])
  const page = await workbench.visitAs(AUTHOR, '/up')
  await page.route(/\/assets\/banners/, (route) => route.abort('internetdisconnected'))
  await page.goto(`${TRIAGE}?rule_id=${rule.id}`)
  await waitUntilSelected(page, ids[0])
  await page.context().setOffline(true)
  await page.keyboard.press('1')
  await page.getByText('Your decision was not saved.').waitFor()
  await page.unrouteAll()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: `Open ${ids[0]}` }).waitFor()
  await page.getByText(`Your decision on comment ${ids[0]} was not saved.`).waitFor()
  expect((await stored(page, ids[0])).triage_status).toBe('pending')
})
