import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible } from './support/looks.ts'
import { read } from './support/read.ts'
import {
  createTriage,
  AUTHOR,
  waitUntilSelected,
  countKeys,
  OWNER,
  REVIEWER,
  TRIAGE,
  recordWrites,
} from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, stored, openTriage, write } = createTriage(workbench)

/** Selects the comments with these texts in the table and opens the merge dialog. */
async function askToMerge(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.getByRole('row').filter({ hasText: text }).focus()
    await page.keyboard.press('x')
  }
  await page.getByText(`${texts.length} selected`).first().waitFor()
  await page.keyboard.press('m')
  await page.getByRole('dialog', { name: `Merge ${texts.length} comments` }).waitFor()
}

/** Waits for a number of frames. */
const waitForFrames = (page: Page, count: number) =>
  page.evaluate(async (frameCount) => {
    for (let frame = 0; frame < frameCount; frame += 1) {
      await new Promise((resolve) => void requestAnimationFrame(resolve))
    }
  }, count)

test('a cluster is decided with two keys, and undone with one', async () => {
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?view=clusters`)
  const keys = countKeys(page)
  const first = page.getByRole('article', { name: /^4 similar/ })
  await first.waitFor()
  await keys.press('1')
  await first.getByText('What about the other 3?').waitFor()
  await keys.press('Enter')
  await first.waitFor({ state: 'detached' })
  // The design allows three keys.
  expect(keys.count()).toBe(2)
  await expect.poll(async () => (await stored(page, 19)).triage_status).toBe('concur')
  await keys.press('z')
  await first.waitFor()
  for (const id of [16, 17, 18, 19]) {
    await expect.poll(async () => (await stored(page, id)).triage_status).toBe('pending')
  }
  const second = page.getByRole('article', { name: /^3 similar/ })
  await second.focus()
  await page.keyboard.press('1')
  await second.getByText('What about the other 2?').waitFor()
  await page.keyboard.press('5')
  await expect.poll(async () => (await stored(page, 22)).duplicate_of_review_id).toBe(20)
  await expect.poll(async () => (await stored(page, 20)).triage_status).toBe('concur')
  await second.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await second.waitFor()
  for (const id of [20, 21, 22]) {
    await expect.poll(async () => (await stored(page, id)).triage_status).toBe('pending')
  }
})

test('comments are decided in bulk by filter or selection after a preview', async () => {
  const { ids, rule } = await comments(19, ['Duck one', 'Duck two', 'Duck three'])
  const page = await openTriage(OWNER, rule, ids[0])
  await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
  await page.getByRole('grid', { name: 'Comments' }).waitFor()
  await askToMerge(page, ['Duck one', 'Duck two'])
  await expectAccessible(page, 'merge')
  await page.getByRole('button', { name: 'Merge', exact: true }).last().press('Enter')
  await expect.poll(async () => (await stored(page, ids[1])).duplicate_of_review_id).toBe(ids[0])
  // One key undoes the merge, which is then repeated.
  await page.getByRole('button', { name: 'Undo: 2 comments Duplicate' }).waitFor()
  await page.keyboard.press('z')
  await expect.poll(async () => (await stored(page, ids[1])).triage_status).toBe('pending')
  await expect
    .poll(
      async () => (await read<{ review: { comment: string } }>(page, `/reviews/${ids[0]}`)).review.comment,
    )
    .toBe('Duck one')
  await page.getByRole('button', { name: /^Undo/ }).waitFor({ state: 'detached' })
  await askToMerge(page, ['Duck one', 'Duck two'])
  await page.getByRole('button', { name: 'Merge', exact: true }).last().press('Enter')
  await expect.poll(async () => (await stored(page, ids[1])).duplicate_of_review_id).toBe(ids[0])
  // Three, or two after the page receives the merge event.
  await page.getByRole('button', { name: /^Decide on all [23] that match/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Decision/ }).press('Enter')
  await page.getByRole('option', { name: 'Informational' }).press('Enter')
  await dialog.getByText('2 comments', { exact: true }).waitFor()
  await expect.poll(async () => (await stored(page, ids[2])).triage_status).toBe('pending')
  await expectAccessible(page, 'bulk')
  await dialog.getByRole('button', { name: /^Informational: 2/ }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await stored(page, ids[2])).triage_status).toBe('informational')
})

test('changes during a bulk decision are shown row by row and are not overwritten', async () => {
  const { ids, rule } = await comments(18, ['Goose one', 'Goose two', 'Goose three'])
  const page = await workbench.visitAs(AUTHOR, '/app')
  // This page receives no events of other users.
  await page.route('**/trpc/events.ofProject**', () => undefined)
  await page.goto(`${TRIAGE}?rule_id=${rule.id}`)
  await waitUntilSelected(page, ids[0])
  const keys = countKeys(page)
  const sent = recordWrites(page)
  await keys.press('x', 'j', 'j', 'Shift+x')
  await page.getByText('3 selected').first().waitFor()
  await keys.press('Shift+1')
  const dialog = page.getByRole('dialog', { name: 'Decide on 3 comments' })
  await dialog.getByText('3 comments', { exact: true }).waitFor()
  const other = await workbench.visitAs(REVIEWER, '/up')
  const decline = { triage_status: 'non_concur', response_comment: 'No.' }
  await write(other, 'PATCH', `/reviews/${ids[1]}/triage`, decline)
  // A second preview differs, because another user was faster.
  await dialog.getByLabel('Also close these comments').press('Space')
  await dialog.getByLabel('Also close these comments').press('Space')
  const conflict = dialog.getByRole('alert', { name: 'Changed in the meantime' })
  await conflict.getByText('Declined').waitFor()
  await conflict.getByText('by Rosa Pier').waitFor()
  await expectAccessible(page, 'conflict of a selection')
  await dialog.getByText('2 comments', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: /^Accept: 2/, disabled: false }).waitFor()
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(sent.filter((name) => name !== 'reviews.bulkTriage')).toEqual([])
  const readStatus = async () =>
    (await Promise.all(ids.map((id) => stored(page, id)))).map((item) => ({
      status: item.triage_status,
      closed: item.adjudicated_at !== null,
    }))
  await expect.poll(readStatus).toEqual([
    { status: 'concur', closed: true },
    { status: 'non_concur', closed: false },
    { status: 'concur', closed: true },
  ])
  await keys.press('z')
  await expect
    .poll(() => Promise.all(ids.map(async (id) => (await stored(page, id)).triage_status)))
    .toEqual(['pending', 'non_concur', 'pending'])
})

test('a filter keeps its options and the focus while the comments load', async () => {
  const { ids, rule } = await comments(17, ['Heron one', 'Heron two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  const letGo = Promise.withResolvers<void>()
  await page.route('**/trpc/**reviews.ofComponent**', async (route) => {
    await letGo.promise
    await route.continue()
  })
  await page.getByRole('button', { name: /Decision: Pending/ }).press('Enter')
  const accepted = page.getByRole('option', { name: 'Accepted', exact: true })
  await accepted.press('Enter')
  await page.waitForURL(/triage_statuses=concur/)
  await page.getByText('Loading', { exact: true }).waitFor({ state: 'attached' })
  // Longer than the delay before a page shows that it is loading.
  await waitForFrames(page, 40)
  await expectFocus(accepted)
  await page.locator('nav[aria-label="Queue"]').waitFor()
  await page.keyboard.press('Escape')
  await accepted.waitFor({ state: 'detached' })
  await expectFocus(page.getByRole('button', { name: /Decision: Pending and 1 more/ }))
  letGo.resolve()
  await page.getByRole('search').getByText('2 left', { exact: true }).waitFor()
  await expectFocus(page.getByRole('button', { name: /Decision: Pending and 1 more/ }))
})

test('order, decisions and days are stored in the address and restored from it', async () => {
  const { ids, rule } = await comments(12, ['Crane one', 'Crane two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  const readNumbers = async () =>
    (await page.getByRole('navigation', { name: 'Queue' }).getByRole('link').allTextContents()).map((text) =>
      ids.findIndex((id) => text.includes(String(id))),
    )
  await page.getByRole('button', { name: /Order/ }).press('Enter')
  await page.getByRole('option', { name: 'Newest first' }).press('Enter')
  await expect.poll(readNumbers).toEqual([1, 0])
  await page.getByRole('button', { name: /Decision: Pending/ }).press('Enter')
  await page.getByRole('option', { name: 'Accepted', exact: true }).press('Enter')
  const decisions = page.getByRole('button', { name: /Decision: Pending and 1 more/ })
  await decisions.and(page.locator('[aria-expanded=true]')).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: 'Accepted', exact: true }).waitFor({ state: 'detached' })
  await expectFocus(decisions)
  await page.getByRole('button', { name: /Posted/ }).press('Enter')
  await page.getByRole('option', { name: 'Posted today' }).press('Enter')
  await page.waitForURL(/created_from=/)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('sort')).toBe('newest')
  expect(searchParams.getAll('triage_statuses')).toEqual(['pending', 'concur'])
  await page.reload()
  await expect.poll(readNumbers).toEqual([1, 0])
  await page.getByRole('button', { name: /Decision: Pending and 1 more/ }).waitFor()
})

test('triagers see which comment a colleague has open, and deciding skips it', async () => {
  const { ids } = await comments(19, ['First of three.', 'Second of three.', 'Third of three.'])
  const [first = 0, second = 0, third = 0] = ids
  const reviewer = await workbench.visitAs(REVIEWER, `${TRIAGE}?comment=${second}`)
  await waitUntilSelected(reviewer, second)
  const author = await workbench.visitAs(AUTHOR, `${TRIAGE}?comment=${first}`)
  await waitUntilSelected(author, first)
  await author.getByText('Also here: Rosa Pier').waitFor({ state: 'attached' })
  await author.getByTitle('Open: Rosa Pier').waitFor()
  await expectAccessible(author, 'presence')
  await author.keyboard.press('1')
  await waitUntilSelected(author, third)
})
