import { expect, test } from 'vitest'
import { expectAccessible } from './support/looks.ts'
import { createTriage, AUTHOR, inHand, OWNER, REVIEWER, TRIAGE } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, stored, openTriage, write } = createTriage(workbench)

test('three people triage at once: each sees the others, and two tabs of one person agree', async () => {
  const { ids, rule } = await comments(22, ['Tern one', 'Tern two', 'Tern three'])
  const ours = await openTriage(AUTHOR, rule, ids[0])
  await ours.getByText('Live', { exact: true }).waitFor()
  const tab = await ours.context().newPage()
  await tab.goto(`${TRIAGE}?rule_id=${rule.id}&comment=${ids[1]}`)
  await inHand(tab, ids[1])
  const [theirs, hers] = await Promise.all([
    openTriage(REVIEWER, rule, ids[0]),
    openTriage(OWNER, rule, ids[0]),
  ])
  await theirs.keyboard.press('7')
  // It shows at once, and what is in hand stays in hand.
  await ours.getByText('Rosa Pier decided on this just now').waitFor()
  await hers.getByText('Rosa Pier decided on this just now').waitFor()
  await inHand(ours, ids[0])
  await expectAccessible(ours, 'told')
  await hers.keyboard.press('j')
  await hers.keyboard.press('j')
  await inHand(hers, ids[2])
  await hers.keyboard.press('Shift+1')
  const row = (page: typeof ours, id: number | undefined) =>
    page
      .getByRole('navigation', { name: 'Queue' })
      .getByRole('link')
      .filter({ hasText: String(id) })
  for (const page of [ours, theirs, tab]) await row(page, ids[2]).getByText('Accepted').waitFor()
  await ours.keyboard.press('j')
  await inHand(ours, ids[1])
  await ours.keyboard.press('1')
  await tab.getByText('Ari Quay decided on this just now').waitFor()
  await ours.keyboard.press('z')
  await tab.getByText('undid the decision just now').waitFor()
  await row(theirs, ids[1]).getByText('Pending').waitFor({ state: 'attached' })
  await expect.poll(async () => (await stored(ours, ids[1])).triage_status).toBe('pending')
})

test('two people decide on one comment: the later one sees both versions and chooses', async () => {
  const { ids, rule } = await comments(21, ['Swan one', 'Swan two'])
  const ours = await workbench.visitAs(AUTHOR, '/app')
  // Nothing of what others do arrives here.
  await ours.route('**/trpc/events.ofProject**', () => undefined)
  await ours.goto(`${TRIAGE}?rule_id=${rule.id}`)
  await inHand(ours, ids[0])
  const theirs = await openTriage(REVIEWER, rule, ids[0])
  await theirs.keyboard.press('3')
  await theirs.keyboard.type('It stays as it is.')
  await theirs.keyboard.press('Control+Enter')
  await expect.poll(async () => (await stored(theirs, ids[0])).triage_status).toBe('non_concur')
  await ours.keyboard.press('1')
  await ours.getByRole('button', { name: `Open ${ids[0]}` }).press('Enter')
  await ours.getByText(`Comment ${ids[0]} changed while you decided.`).waitFor()
  await ours.getByText('Declined by Rosa Pier').first().waitFor()
  await expectAccessible(ours, 'conflict')
  await expect.poll(async () => (await stored(ours, ids[0])).triage_status).toBe('non_concur')
  await ours.getByRole('button', { name: 'Decide again' }).press('Enter')
  await expect.poll(async () => (await stored(ours, ids[0])).triage_status).toBe('concur')
})

test('what somebody answered stays decided: Z says why, and shows the decision again', async () => {
  const { ids, rule } = await comments(19, ['Stork one', 'Stork two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.keyboard.press('1')
  await inHand(page, ids[1])
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
  // Shown at once, and the next one is in hand; then it comes back.
  await inHand(page, ids[1])
  await page.getByText(`Your decision on comment ${ids[0]} was not saved.`).waitFor()
  await expectAccessible(page, 'not saved')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: `Open ${ids[0]}` }).press('Enter')
  await page.getByText(`Comment ${ids[0]} is not decided.`).waitFor()
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('pending')
  await page.getByRole('button', { name: 'Decline again' }).press('Enter')
  await expect.poll(() => page.getByLabel(/^Response \(required/).inputValue()).toBe('Not in this version.')
  await page.getByLabel(/^Response \(required/).focus()
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('non_concur')
  // Without a connection nothing is taken back either, and it may be tried again.
  await page.context().setOffline(true)
  await page.keyboard.press('z')
  await page.getByText(`Comment ${ids[0]} stays decided: Declined.`, { exact: false }).waitFor()
  await page.context().setOffline(false)
  await page.keyboard.press('z')
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('pending')
})
