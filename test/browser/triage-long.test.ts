import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { read } from './support/read.ts'
import { createTriage, AUTHOR, COMPONENT, waitUntilSelected, TRIAGE, VIEWER } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { ruleAt } = createTriage(workbench)

const FIRST = 200
const EACH = 90
/** Screen positions have fractions; scroll positions do not. */
const PIXEL = 1

/** Creates comments on four requirements, more than the first page contains; returns their ids. */
async function createManyComments(): Promise<number[][]> {
  const viewer = await workbench.visitAs(VIEWER, '/up')
  const all: number[][] = []
  for (const position of [10, 11, 12, 13]) {
    const rule = await ruleAt(viewer, position)
    const post = async (index: number) => {
      const answer = await viewer.request.post(`/rules/${rule.id}/reviews`, {
        data: { review: { action: 'comment', section: 'fixtext', comment: `Gull ${position} ${index}` } },
        headers: { origin: workbench.url() },
      })
      return (await answer.json()).review.id as number
    }
    const ids: number[] = []
    for (let index = 0; index < EACH; index += 1) ids.push(await post(index))
    all.push(ids)
  }
  return all
}

/** Delays each read of the complete queue until it is released. */
async function holdTheRest(page: Page) {
  const delayed: Route[] = []
  let mode: 'hold' | 'open' | 'refuse' = 'hold'
  const refuse = (route: Route) => route.fulfill({ status: 503, body: 'Busy' })
  await page.route('**/trpc/**', async (route) => {
    const isFullList = decodeURIComponent(route.request().url()).includes('"per_page":1000')
    const around = decodeURIComponent(route.request().url()).includes('"rule_id"')
    if (mode === 'open' || !isFullList || around) return route.continue()
    if (mode === 'refuse') return refuse(route)
    delayed.push(route)
  })
  const go = async (how: 'open' | 'refuse') => {
    await expect.poll(() => delayed.length).toBeGreaterThan(0)
    mode = how
    for (const route of delayed.splice(0)) await (how === 'open' ? route.continue() : refuse(route))
  }
  return { letGo: () => go('open'), refuse: () => go('refuse') }
}

const findCurrent = (page: Page) => page.getByRole('navigation', { name: 'Queue' }).locator('[aria-current]')
const readTop = async (page: Page) => Math.round((await findCurrent(page).boundingBox())?.y ?? -1)

/** Returns the position of the current row when it no longer moves. */
async function readRestingTop(page: Page): Promise<number> {
  let top = -1
  await expect
    .poll(async () => {
      const before = top
      top = await readTop(page)
      return top >= 0 && top === before
    })
    .toBe(true)
  return top
}
const waitForCount = (page: Page, count: number) =>
  page.getByRole('search', { name: 'Filter comments' }).getByText(`${count} left`, { exact: true }).waitFor()
const readTotal = async (page: Page) => {
  const { pagination } = await read<{ pagination: { total: number } }>(
    page,
    `/components/${COMPONENT}/comments?triage_status=pending`,
  )
  return pagination.total
}

test('triage starts on the first page of a long queue while the rest loads', async () => {
  const ids = await createManyComments()
  const [, , last = []] = ids
  const page = await workbench.visitAs(AUTHOR, '/up')
  const waiting = await readTotal(page)
  expect(waiting).toBeGreaterThan(FIRST)

  let rest = await holdTheRest(page)
  await page.goto(TRIAGE)
  await page.getByText(`${waiting} left, loading the rest`).waitFor()
  const first = await findCurrent(page).getAttribute('href')
  await page.keyboard.press('j')
  await expect.poll(() => findCurrent(page).getAttribute('href')).not.toBe(first)
  const second = await findCurrent(page).getAttribute('href')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect.poll(() => findCurrent(page).getAttribute('href')).toBe(second)
  const top = await readRestingTop(page)
  await rest.letGo()
  await waitForCount(page, waiting)
  await expect.poll(() => findCurrent(page).getAttribute('href')).toBe(second)
  expect(Math.abs((await readRestingTop(page)) - top)).toBeLessThanOrEqual(PIXEL)
  await page.unrouteAll()

  // A visitor returns to a comment far below and continues at once; rows that load above move nothing.
  const [, linked, following] = last
  rest = await holdTheRest(page)
  await page.goto(`${TRIAGE}?comment=${linked}`)
  await waitUntilSelected(page, linked)
  await page.keyboard.press('j')
  await waitUntilSelected(page, following)
  const topRow = await readRestingTop(page)
  await rest.letGo()
  await waitForCount(page, waiting)
  await waitUntilSelected(page, following)
  expect(Math.abs((await readRestingTop(page)) - topRow)).toBeLessThanOrEqual(PIXEL)
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await waitUntilSelected(page, last[0])
  await page.unrouteAll()

  // A failed read is shown and can be retried.
  rest = await holdTheRest(page)
  await page.goto(`${TRIAGE}?sort=oldest`)
  await page.getByText('loading the rest').waitFor()
  await rest.refuse()
  await page.getByText(`${waiting} left, ${waiting - FIRST} of them not loaded`).waitFor()
  const href = await findCurrent(page).getAttribute('href')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Load the rest' }).click()
  await waitForCount(page, waiting)
  await expect.poll(() => findCurrent(page).getAttribute('href')).toBe(href)
})
