import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible } from './support/looks.ts'
import { read } from './support/read.ts'
import { createTriage, AUTHOR, waitUntilSelected, OWNER, TRIAGE } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, stored } = createTriage(workbench)

test('a cluster larger than a page is decided in parts, one after the other', async () => {
  const text = 'The penguin test should say which colony it means, and how often the keeper counts it again.'
  const { ids } = await comments(
    18,
    Array.from({ length: 53 }, () => text),
  )
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?view=clusters`)
  const cluster = page.getByRole('article', { name: /^53 similar/ })
  await cluster.getByText('3 further comments of this group.').waitFor()
  await expectAccessible(page, 'cluster-in-parts')
  await page.keyboard.press('1')
  await cluster.getByText('What about the other 49?').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored(page, ids[49])).triage_status).toBe('concur')
  expect((await stored(page, ids[50])).triage_status).toBe('pending')
  await expect.poll(() => cluster.getByRole('checkbox').count()).toBe(3)
  await page.keyboard.press('1')
  await cluster.getByText('What about the other 3?').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored(page, ids[52])).triage_status).toBe('concur')
  await cluster.getByRole('button', { name: 'Show the first comments' }).press('Enter')
  await cluster.getByRole('button', { name: 'Show the next comments' }).waitFor()
  await expect.poll(() => cluster.getByRole('checkbox').count()).toBe(49)
})

test('a decision on a cluster can be undone before its response arrives', async () => {
  const text = 'The lantern rule should say who lights it, and how long before sunset the watch begins.'
  const { ids, rule } = await comments(22, [text, text, text])
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?rule_id=${rule.id}&view=clusters`)
  const cluster = page.getByRole('article', { name: /^3 similar/ }).filter({ hasText: 'lantern' })
  await cluster.focus()
  const { promise: undone, resolve: deliverResponse } = Promise.withResolvers<void>()
  await page.route(/reviews\.bulkTriage/, async (route) => {
    const response = await route.fetch()
    await undone
    await route.fulfill({ response })
  })
  await page.keyboard.press('1')
  await cluster.getByText('What about the other 2?').waitFor()
  await page.keyboard.press('Enter')
  // The event of the decision refetches the clusters.
  await cluster.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  deliverResponse()
  const readStatuses = () => Promise.all(ids.map(async (id) => (await stored(page, id)).triage_status))
  await expect.poll(readStatuses).toEqual(['pending', 'pending', 'pending'])
  await cluster.waitFor()
})

test('no count is negative when a decision on a cluster is undone before the lists are loaded', async () => {
  const text = 'The foghorn rule should say how long one signal is, and who repairs a broken horn at night.'
  const { ids, rule } = await comments(
    23,
    // More than are accepted so far.
    Array.from({ length: 40 }, () => text),
  )
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?rule_id=${rule.id}&view=clusters`)
  const cluster = page.getByRole('article', { name: /^40 similar/ }).filter({ hasText: 'foghorn' })
  await cluster.focus()
  const { promise: undone, resolve: deliverLists } = Promise.withResolvers<void>()
  await page.route(/riageSummary|ofComponent/, async (route) => {
    await undone
    await route.continue()
  })
  await page.keyboard.press('1')
  await cluster.getByText('What about the other 39?').waitFor()
  await page.keyboard.press('Enter')
  await cluster.waitFor({ state: 'detached' })
  // A bar of negative width is an error in the console, which fails the test.
  await page.keyboard.press('z')
  await expect.poll(async () => (await stored(page, ids[39])).triage_status).toBe('pending')
  deliverLists()
  await cluster.waitFor()
})

test('a single decision updates the number of clusters at once', async () => {
  const text = 'The walrus gauge should name its unit, and how often the harbor master reads it.'
  const { ids, rule } = await comments(21, [text, text])
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?rule_id=${rule.id}&view=clusters`)
  await page
    .getByRole('article', { name: /^2 similar/ })
    .filter({ hasText: 'walrus' })
    .waitFor()
  const tab = page.getByRole('button', { name: /^Clusters/ })
  const count = async () => Number(/\d+/.exec((await tab.textContent()) ?? '')?.[0])
  const before = await count()
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  await waitUntilSelected(page, ids[0])
  await page.route(/commentClusters/, (route) => route.abort())
  await page.keyboard.press('1')
  await waitUntilSelected(page, ids[1])
  await page.keyboard.press('1')
  await expect.poll(async () => (await stored(page, ids[1])).triage_status).toBe('concur')
  await expect.poll(count).toBe(before - 1)
})

interface ClustersAnswer {
  result: { data: { rows?: { reviews: { id: number }[] }[] } }
}

test('the button that opens the queue has the focus after the last cluster', async () => {
  const text =
    'The beacon test should name its bulb, and how many hours one bulb burns before it is replaced.'
  const { ids } = await comments(24, [text, text])
  const page = await workbench.visitAs(AUTHOR, '/up')
  // Without the clusters of other tests.
  await page.route(/commentClusters/, async (route) => {
    const response = await route.fetch()
    const answers: ClustersAnswer[] | ClustersAnswer = await response.json()
    for (const { result } of [answers].flat()) {
      const { rows } = result.data
      if (rows) result.data.rows = rows.filter(({ reviews }) => reviews.some(({ id }) => ids.includes(id)))
    }
    await route.fulfill({ response, json: answers })
  })
  await page.goto(`${TRIAGE}?view=clusters`)
  await page.getByRole('article', { name: /^2 similar/ }).focus()
  await page.keyboard.press('1')
  await page.getByText('What about the other 1?').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('No similar open comments').waitFor()
  await expectFocus(page.getByRole('button', { name: 'Open the queue' }))
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Queue' }).waitFor()
})

interface CommentRow {
  id: number
  rule_id: number | null
  rule_displayed_name: string
  component_id: number
}

test('the queue of a project shows the titles of requirements of all components', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const { rows } = await read<{ rows: CommentRow[] }>(
    page,
    '/projects/1/comments?triage_status=all&per_page=1000&sort=rule',
  )
  const commented = rows.filter((row) => row.rule_id !== null)
  const [first, last] = [commented[0], commented.at(-1)]
  expect(first?.component_id).not.toBe(last?.component_id)
  const findGroup = async (row: CommentRow | undefined) => {
    const { title } = await read<{ title: string }>(page, `/rules/${row?.rule_id}`)
    const group = page.locator('[class*="group"]').filter({ hasText: row?.rule_displayed_name ?? '' })
    // The tooltip has the full title, including its common start.
    const fullTitle = page.getByTitle(title, { exact: true }).or(page.getByText(title, { exact: true }))
    return group.filter({ has: fullTitle }).first()
  }
  await page.goto(`/app/projects/1/triage?triage_status=all&comment=${last?.id}`)
  await waitUntilSelected(page, last?.id)
  await (await findGroup(last)).waitFor()
  const other = await findGroup(first)
  await page.getByRole('navigation', { name: 'Queue' }).evaluate((queue) => (queue.scrollTop = 0))
  await other.waitFor()
})
