import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { read } from './support/read.ts'
import { AUTHOR, COMPONENT, OWNER, VIEWER } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const START = 'The Harbor gateway must '
const FIRST = `/app/components/${COMPONENT}/HGW3-01-000001`
const PHONE = { viewport: { width: 360, height: 740 } }

interface Comment {
  action: string
  responding_to_review_id: number | null
}

test('titles of a list omit their common start, except for screen readers', async () => {
  const page = await workbench.visitAs(AUTHOR, `/app/components/${COMPONENT}/edit`)
  const link = page.getByRole('link', { name: `${START}cap the number of sessions` })
  await link.waitFor()
  expect(await link.locator('bdi').getAttribute('title')).toContain(START)
  const label = await page.locator('[role="row"] bdi > .visually-hidden').first().boundingBox()
  expect(label?.width).toBeLessThanOrEqual(1)
})

test('the table, the navigator and the tab of a requirement show the same number of comments, without replies', async () => {
  const page = await workbench.visitAs(AUTHOR, `/app/components/${COMPONENT}/edit`)
  const row = page.getByRole('row').filter({ hasText: '000001' })
  const [, open, total] = /(\d+) of (\d+) open/.exec((await row.textContent()) ?? '') ?? []
  expect(Number(total)).toBeGreaterThan(0)
  const { rules } = await read<{ rules: { id: number }[] }>(page, `/components/${COMPONENT}/rules_picker`)
  const { reviews } = await read<{ reviews: Comment[] }>(page, `/rules/${rules[0]?.id}`)
  const comments = reviews.filter(
    (item) => item.action === 'comment' && item.responding_to_review_id === null,
  )
  expect(Number(total)).toBe(comments.length)
  await page.goto(FIRST)
  const count = `${open} of ${total} comments open`
  await page.getByRole('tab', { name: `Comments ${count}` }).waitFor()
  await page.getByRole('navigation', { name: 'Requirements' }).getByText(count).first().waitFor()
})

test('parts of My work do not push each other down while they load', async () => {
  const page = await workbench.visitAs(AUTHOR, '/up')
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/app')
    await page.getByRole('link', { name: /^Harbor Gateway 3: / }).waitFor()
    await page.waitForLoadState('networkidle')
    const shifted: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'))
    const sum = shifted.reduce((all, value) => all + value, 0)
    expect(sum, `layout shift at ${width} px`).toBeLessThan(0.1)
  }
})

test('wide windows are used, and lines of text have a maximum length', async () => {
  const page = await workbench.visitAs(OWNER, '/app', { viewport: { width: 1920, height: 1080 } })
  await page.getByRole('link', { name: /^Harbor Gateway 3: / }).waitFor()
  const main = await page.locator('main > div').boundingBox()
  expect(main?.width).toBeGreaterThan(1600)
  await page.goto(FIRST)
  const check = page.getByRole('textbox', { name: 'Check', exact: true })
  await check.waitFor()
  const discussion = await page.getByRole('textbox', { name: 'Discussion', exact: true }).boundingBox()
  const title = await page.getByRole('textbox', { name: 'Title', exact: true }).boundingBox()
  expect(discussion?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 0))
  const inCharacters = await check.evaluate((text) => {
    const probe = document.createElement('div')
    const { fontFamily, fontSize } = getComputedStyle(text)
    Object.assign(probe.style, { fontFamily, fontSize, width: '1ch', position: 'absolute' })
    document.body.append(probe)
    const { width } = probe.getBoundingClientRect()
    probe.remove()
    return text.clientWidth / width
  })
  expect(inCharacters).toBeLessThan(82)
})

test('the table shows the status on a phone, and the editor goes to the next and previous requirement', async () => {
  const page = await workbench.visitAs(AUTHOR, `/app/components/${COMPONENT}/edit`, PHONE)
  const row = page.getByRole('row').filter({ hasText: '000001' })
  const status = row.getByText('Configurable', { exact: true })
  await status.waitFor()
  const box = await status.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 360)).toBeLessThan(360)
  const grid = page.getByRole('grid')
  expect(await grid.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await page.goto(FIRST)
  await page.getByRole('button', { name: 'Next requirement' }).click()
  await page.waitForURL(/HGW3-01-000002/)
  await page.getByRole('article', { name: 'Requirement 000002' }).waitFor()
  await page.getByRole('button', { name: 'Previous requirement' }).click()
  await page.waitForURL(/HGW3-01-000001/)
})

test('a text that was rewritten is shown as an old and a new block', async () => {
  const page = await workbench.visitAs(AUTHOR, FIRST)
  const context = page.getByRole('complementary', { name: 'Context' })
  await context.locator('ins').first().waitFor()
  const blocks = context.locator('p, div').locator('ins, del').filter({ hasNotText: /^only/ })
  await expect.poll(() => blocks.count()).toBe(2)
})

test('a viewer is offered commenting, but no actions of authors', async () => {
  const page = await workbench.visitAs(VIEWER, '/app')
  await page.getByRole('link', { name: 'Harbor Gateway 3: Comment' }).waitFor()
  await page.goto(`/app/components/${COMPONENT}`)
  await page.getByRole('link', { name: 'Comment', exact: true }).waitFor()
  await page.goto(`/app/components/${COMPONENT}/readiness`)
  await page
    .getByRole('link', { name: /^Open: HGW3/ })
    .first()
    .waitFor()
  expect(await page.getByText('Choose a status').count()).toBe(0)
})

test('an author without the admin role adds only copies', async () => {
  const page = await workbench.visitAs(AUTHOR, `/app/components/${COMPONENT}/edit`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Only a project admin can add a requirement that isn’t a copy').waitFor()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Add' }).isDisabled()).toBe(true)
})

test('a released component offers a new version, and no change of its comment period', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1')
  const link = page.getByRole('link', { name: 'Harbor Gateway 1', exact: true })
  await link.click()
  await waitForHeading(page, 'Harbor Gateway 1')
  await page.getByRole('link', { name: 'New version' }).waitFor()
  await page.getByRole('button', { name: /^Export/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Back to adjudication' }).count()).toBe(0)
})
