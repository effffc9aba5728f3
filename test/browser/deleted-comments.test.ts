import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { expectAccessible } from './support/looks.ts'
import { AUTHOR, createTriage, OWNER, TRIAGE, waitUntilSelected } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, openTriage, stored, write } = createTriage(workbench)

const TYPED = 'Typed before the comment was deleted. 1'

async function destroy(id: number | undefined): Promise<void> {
  const owner = await workbench.visitAs(OWNER, '/up')
  await write(owner, 'DELETE', `/reviews/${id}/admin_destroy`, { audit_comment: 'Off topic.' })
}

const waitUntilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor()

test('triage keeps a typed response when its comment is deleted, and no other comment gets it', async () => {
  const { ids, rule } = await comments(21, ['Petrel one', 'Petrel two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await waitUntilLive(page)
  await page.keyboard.press('3')
  await page.getByLabel(/^Response \(required/).fill(TYPED)
  await destroy(ids[0])
  await page.getByText(`Olga Dock deleted comment ${ids[0]}.`).waitFor()
  await page.getByText(TYPED).waitFor()
  await page.getByRole('button', { name: 'Copy Response' }).waitFor()
  await expectAccessible(page, 'deleted comment')
  await page.keyboard.press('1')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Open the queue' }).press('Enter')
  await waitUntilSelected(page, ids[1])
  expect(await page.getByRole('textbox', { name: /^Response/ }).count()).toBe(0)
  expect((await stored(page, ids[1])).triage_status).toBe('pending')
})

test('the page of a deleted comment shows the reply that the user typed', async () => {
  const { ids } = await comments(24, ['Fulmar one'])
  const page = await workbench.visitAs(AUTHOR, `/app/reviews/${ids[0]}`)
  await waitUntilLive(page)
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByRole('textbox', { name: `Reply to comment ${ids[0]}` }).fill(TYPED)
  await destroy(ids[0])
  await waitForHeading(page, 'Page not found')
  await page.getByText(TYPED).waitFor()
  await page.reload()
  await page.getByRole('button', { name: `Copy Reply to comment ${ids[0]}` }).waitFor()
})

test('triage says that the comment of the address is not in the queue', async () => {
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?comment=99999`)
  await page.getByText('Comment 99999 isn’t in this queue.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Open the queue' }).press('Enter')
  await page.getByRole('region', { name: /^Comment \d+$/ }).waitFor()
  await expect.poll(() => page.url()).not.toContain('99999')
})

test('the triage address of a reply selects its comment', async () => {
  const { ids, rule } = await comments(27, ['Skimmer one'])
  const page = await workbench.visitAs(AUTHOR, '/up')
  const answer = await page.request.post(`/rules/${rule.id}/reviews`, {
    data: { review: { action: 'comment', comment: 'Which one?', responding_to_review_id: ids[0] } },
    headers: { origin: workbench.url() },
  })
  const { review }: { review: { id: number } } = await answer.json()
  await page.goto(`${TRIAGE}?comment=${review.id}`)
  await waitUntilSelected(page, ids[0])
})

test('the reading page says that its requirement was deleted, and shows the comment that the user typed', async () => {
  const owner = await workbench.visitAs(OWNER, '/up')
  const headers = { origin: workbench.url() }
  const data = { rule: { duplicate: true, id: 3 } }
  const created = await (await owner.request.post('/components/1/rules', { data, headers })).json()
  const { id }: { id: number } = created.data
  const page = await workbench.visitAs(AUTHOR, `/app/components/1/comments?rule_id=${id}`)
  await waitUntilLive(page)
  await page.getByRole('button', { name: /^Comment on the requirement itself/ }).click()
  await page.getByRole('textbox', { name: /^Comment on/ }).fill(TYPED)
  await write(owner, 'DELETE', `/rules/${id}`, {})
  await page.getByText('This requirement isn’t in this component.', { exact: false }).waitFor()
  await page.getByText(TYPED).waitFor()
  await page.getByRole('button', { name: 'Copy Comment on the requirement' }).waitFor()
})
