import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { AUTHOR, createTriage, OWNER, REVIEWER, TRIAGE, waitUntilSelected } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, openTriage, stored, write } = createTriage(workbench)

/** Windows, each with the first of two requirements that its tests comment on. */
const SIZES = [
  { width: 1280, height: 800, first: 18 },
  { width: 360, height: 740, first: 12 },
  { width: 320, height: 256, first: 14 },
]

const readTop = async (target: Locator) => (await target.boundingBox())?.y

/** Returns the texts of a region that something else covers. */
async function listCoveredTexts(region: Locator): Promise<string[]> {
  return region.evaluate((element) => {
    const texts = [...element.querySelectorAll('bdi, p, span')].filter(
      (item) => item.childElementCount === 0 && item.textContent.trim() !== '',
    )
    return texts.flatMap((item) => {
      const { left, top, width, height } = item.getBoundingClientRect()
      const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
      const isCovered = width > 1 && onTop !== null && !element.contains(onTop)
      return isCovered ? [item.textContent] : []
    })
  })
}

/** Waits until an element has been at one place for ten frames. */
async function waitUntilStable(target: Locator): Promise<void> {
  await target.evaluate(async (element) => {
    let top = Number.NaN
    for (let frames = 0; frames < 10;) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const current = element.getBoundingClientRect().top
      frames = current === top ? frames + 1 : 0
      top = current
    }
  })
}

async function findDifference(page: Page, target: Locator, act: () => Promise<void>): Promise<number> {
  await page.getByRole('searchbox').first().waitFor({ state: 'attached' })
  await waitUntilStable(target)
  const before = await readTop(target)
  await act()
  const after = await readTop(target)
  return Math.abs((after ?? Number.NaN) - (before ?? Number.NaN))
}

test.each(SIZES)('selecting comments moves nothing at $width x $height', async ({ first, width, height }) => {
  const { ids, rule } = await comments(first, ['Plover one', 'Plover two'])
  const page = await openTriage(OWNER, rule, ids[0])
  await page.setViewportSize({ width, height })
  const comment = page.getByRole('region', { name: `Comment ${ids[0]}`, exact: true })
  const bar = page.getByRole('group', { name: 'Selection' })
  const moved = await findDifference(page, comment, async () => {
    await page.keyboard.press('x')
    await bar.waitFor()
  })
  expect(moved).toBe(0)
  await bar.getByRole('button', { name: 'Select none' }).press('Enter')
  await bar.waitFor({ state: 'detached' })
  await expectFocus(comment)
  await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
  const row = page.getByRole('row').filter({ hasText: 'Plover one' })
  await row.focus()
  const movedRow = await findDifference(page, row, async () => {
    await page.keyboard.press('x')
    await bar.waitFor()
  })
  expect(movedRow).toBe(0)
})

test.each(SIZES)('selecting requirements moves no row at $width x $height', async ({ width, height }) => {
  const viewport = { width, height }
  const page = await workbench.visitAs(AUTHOR, '/app/components/1/edit', { viewport })
  const row = page.locator('[role=row][data-index="0"]')
  const bar = page.getByRole('group', { name: 'Selected requirements' })
  await row.focus()
  const moved = await findDifference(page, row, async () => {
    await page.keyboard.press('x')
    await bar.waitFor()
  })
  expect(moved).toBe(0)
  await expect.poll(async () => listCoveredTexts(row)).toEqual([])
  await bar.getByRole('button', { name: 'Clear the selection' }).press('Enter')
  await bar.waitFor({ state: 'detached' })
  await expectFocus(row)
})

test.each([
  { width: 1280, height: 800, index: 21, locale: 'en-US' },
  { width: 320, height: 740, index: 22, locale: 'en-US' },
  { width: 320, height: 740, index: 25, locale: 'de-DE' },
])('filters that load late move nothing at $width x $height in $locale', async (window) => {
  const { index, locale, width, height } = window
  const { ids, rule } = await comments(index, ['Dunlin'])
  const page = await workbench.visitAs(OWNER, '/up', { locale, viewport: { width, height } })
  const loaded = Promise.withResolvers<void>()
  await page.route(/assets\/filter-bar-/, async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.goto(`${TRIAGE}?rule_id=${rule.id}`)
  const comment = page.getByRole('region', { name: new RegExp(`^(Comment|Kommentar) ${ids[0]}$`) })
  await comment.getByText('Dunlin').first().waitFor()
  await waitUntilStable(comment)
  const before = await readTop(comment)
  loaded.resolve()
  await page.getByRole('search').waitFor()
  expect(await readTop(comment)).toBe(before)
})

test.each(SIZES.slice(0, 2))(
  'a decision that was not saved covers and moves nothing of the next comment at $width x $height',
  async ({ first, width, height }) => {
    const { ids, rule } = await comments(first + 1, ['Heron one', 'Heron two'])
    const page = await openTriage(AUTHOR, rule, ids[0])
    await page.setViewportSize({ width, height })
    const moved = Promise.withResolvers<void>()
    await page.route(/reviews\.triage/, async (route) => {
      await moved.promise
      await route.fulfill({ status: 503, body: '' })
    })
    await page.keyboard.press('1')
    await waitUntilSelected(page, ids[1])
    const comment = page.getByRole('region', { name: `Comment ${ids[1]}`, exact: true })
    await comment.getByText('Heron two').first().waitFor()
    await page.getByRole('search', { name: 'Filter comments' }).waitFor()
    await waitUntilStable(comment)
    const before = await readTop(comment)
    moved.resolve()
    await page.getByText(`Your decision on comment ${ids[0]} was not saved.`).waitFor()
    expect(await readTop(comment)).toBe(before)
    expect(await listCoveredTexts(comment.locator('header'))).toEqual([])
  },
)

test('a change by another user and a lost connection move nothing of the comment', async () => {
  const { ids, rule } = await comments(15, ['Curlew one', 'Curlew two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.getByText('Live', { exact: true }).waitFor()
  const text = page.getByRole('region', { name: `Comment ${ids[0]}`, exact: true }).getByText('Curlew one')
  const other = await workbench.visitAs(REVIEWER, '/up')
  const movedByChange = await findDifference(page, text, async () => {
    await write(other, 'PATCH', `/reviews/${ids[0]}/triage`, { triage_status: 'informational' })
    await page.getByText('Rosa Pier decided on this just now').waitFor()
  })
  expect(movedByChange).toBe(0)
  const decisions = page.getByRole('region', { name: 'Decide', exact: true }).getByRole('button').first()
  const movedByOutage = await findDifference(page, decisions, async () => {
    await page.context().setOffline(true)
    await page.getByText(/^Offline since/).waitFor()
  })
  expect(movedByOutage).toBe(0)
  await page.context().setOffline(false)
  expect((await stored(page, ids[0])).triage_status).toBe('informational')
})

test('the next comment is in sight after a decision in a low window', async () => {
  const { ids, rule } = await comments(24, ['Grebe one', 'Grebe two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.setViewportSize({ width: 844, height: 390 })
  await page.keyboard.press('3')
  await page.getByLabel(/^Response \(required/).fill('Not in this version.')
  await page.keyboard.press('Control+Enter')
  await waitUntilSelected(page, ids[1])
  const text = page.getByRole('region', { name: `Comment ${ids[1]}`, exact: true }).getByText('Grebe two')
  const isInSight = () => text.evaluate((element) => element.getBoundingClientRect().top > 0)
  await expect.poll(isInSight).toBe(true)
})

test('the comment and its decisions stay in view next to a scrolled queue in a low window', async () => {
  const { ids, rule } = await comments(26, ['Heron one', 'Heron two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.goto(TRIAGE)
  await page.setViewportSize({ width: 844, height: 390 })
  await page.getByRole('region', { name: 'Decide', exact: true }).waitFor()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const decide = page.getByRole('region', { name: 'Decide', exact: true })
  const isInView = () => decide.evaluate((region) => region.getBoundingClientRect().top < innerHeight - 34)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(390)
  await expect.poll(isInView).toBe(true)
})

test.each([720, 844, 1000])('every decision is inside of its panel in a window of %i px', async (width) => {
  const page = await workbench.visitAs(AUTHOR, TRIAGE, { viewport: { width, height: 800 } })
  const decide = page.getByRole('region', { name: 'Decide', exact: true })
  await decide.getByRole('button', { name: /^Informational/ }).waitFor()
  const overflowing = await decide.evaluate((region) =>
    [...region.querySelectorAll('button')]
      .filter((button) => button.scrollWidth > button.clientWidth || button.offsetLeft < 0)
      .map((button) => button.textContent),
  )
  expect(overflowing).toEqual([])
  expect(await decide.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0)
})

test('the decisions are at the lower edge of a phone, also below a short comment', async () => {
  const page = await workbench.visitAs(AUTHOR, TRIAGE, { viewport: { width: 360, height: 900 } })
  const decide = page.getByRole('region', { name: 'Decide', exact: true })
  const readBottom = () => decide.evaluate((region) => innerHeight - region.getBoundingClientRect().bottom)
  await expect.poll(readBottom).toBe(0)
})

test('the key of the filter says that a selection must be cleared first', async () => {
  const { ids, rule } = await comments(23, ['Plover one', 'Plover two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.keyboard.press('x')
  const bar = page.getByRole('group', { name: 'Selection' })
  await bar.waitFor()
  await page.keyboard.press('/')
  await page.getByText('Press Esc to clear the selection, then filter').first().waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await expectFocus(page.getByRole('searchbox', { name: 'Filter comments' }))
})

test('groups of options are further apart than the options of a group', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1/components/new', {
    viewport: { width: 360, height: 740 },
  })
  const [start, kind] = await Promise.all(
    ['Start from', 'Document type'].map((name) => page.getByRole('radiogroup', { name }).boundingBox()),
  )
  const options = page.getByRole('radiogroup', { name: 'Start from' }).locator('label')
  const [first, second] = await Promise.all([options.first().boundingBox(), options.last().boundingBox()])
  const within = (second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)
  const between = (kind?.y ?? 0) - (start?.y ?? 0) - (start?.height ?? 0)
  expect(between).toBeGreaterThanOrEqual(3 * Math.max(within, 4))
})
