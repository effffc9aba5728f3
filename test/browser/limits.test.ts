import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { expectAccessible } from './support/looks.ts'
import { read } from './support/read.ts'
import { createSampleComponent } from './support/sample-component.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

/** The data is in a folder, so that it survives the process. */
const workbench = createWorkbench()
beforeAll(() => createSampleComponent(workbench))

const fix = (page: Page) => page.getByRole('textbox', { name: 'Fix', exact: true })

test('4,000 emoji and other scripts are stored, NUL is removed, and too long a text is rejected at its field', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/components/1/HGW1-01-000001', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await fix(page).waitFor()
  const emoji = '👩‍🚀'.repeat(1300) + ' קפל e\u0301 ' + 'x'.repeat(200)
  await fix(page).fill(emoji)
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved \d/).waitFor()
  await expect.poll(() => read(page, '/rules/1')).toMatchObject({ fixtext: emoji })
  await expectAccessible(page, 'emoji')

  await page.evaluate(() => navigator.clipboard.writeText('one\0two'))
  await fix(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+v')
  await expect.poll(() => fix(page).inputValue()).toBe('onetwo')
  await fix(page).fill('x'.repeat(32_768))
  await page.getByRole('textbox', { name: 'Check', exact: true }).fill('Look at it twice.')
  await page.keyboard.press('Control+s')
  await page.getByText('Must have at most 32767 characters.').waitFor()
  await expect.poll(() => fix(page).getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page, 'refused at the field')
  await expect
    .poll(async () => read(page, '/rules/1'))
    .toMatchObject({ checks_attributes: [{ content: 'Look at it twice.' }] })
  await fix(page).fill('הגדר את "sessions.per_account" לערך 3 או פחות.')
  const written = page.locator('ins', { hasText: 'sessions.per_account' })
  await expect.poll(() => written.evaluate((text) => getComputedStyle(text).direction)).toBe('rtl')
  await fix(page).fill('Set it to three.')
  await page.keyboard.press('Control+s')
  await expect.poll(async () => read(page, '/rules/1')).toMatchObject({ fixtext: 'Set it to three.' })
})

test('a bulk status change is previewed, applied and undone by one click', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/components/1/edit')
  await page.getByRole('checkbox', { name: 'Select all shown' }).press('Space')
  await page.getByText('31 selected').waitFor()
  await expectAccessible(page, 'requirements-selected')
  await page.getByRole('button', { name: 'Set status' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Not applicable' }).press('Enter')
  await page.getByText('31 requirements change').waitFor()
  await expectAccessible(page, 'bulk preview')
  await page.getByRole('button', { name: 'Change 31' }).press('Enter')
  await page.getByText('31 requirements changed.').first().waitFor()
  const statuses = async () => {
    const { rules } = await read<{ rules: { status: string }[] }>(page, '/components/1/rules_picker')
    return [...new Set(rules.map(({ status }) => status))]
  }
  await expect.poll(() => statuses()).toEqual(['Not Applicable'])
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByText('Undone: 31 requirements.').first().waitFor()
  await expect.poll(() => statuses()).toEqual(['Not Yet Determined'])

  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await page.getByRole('dialog', { name: 'Add a requirement' }).waitFor()
  await page.keyboard.type('The gateway must keep the time.')
  await expectAccessible(page, 'add requirement')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await waitForHeading(page, 'The gateway must keep the time.')
})

test('a table of 5,000 requirements has a few rows in the page, and keys reach the last one', async () => {
  const page = await workbench.visitAs(ADMIN, '/app')
  const { promise: firstIsSeen, resolve: showTheRest } = Promise.withResolvers<void>()
  const requested: { sample?: Record<string, unknown> } = {}
  await page.route(/rules\.picker/, async (route) => {
    if (/per_page%22%3A1000/.test(route.request().url())) await firstIsSeen
    const response = await route.fetch()
    const answers: { result: { data: { rules?: Record<string, unknown>[] } } }[] = [
      await response.json(),
    ].flat()
    for (const { result } of answers) {
      const [first] = result.data.rules ?? []
      if (first) requested.sample ??= first
      if (result.data.rules) result.data.rules = createPage(requested.sample, route.request().url())
    }
    const isBatch = /[?&]batch=1/.test(route.request().url())
    await route.fulfill({ response, json: isBatch ? answers : answers[0] })
  })
  await page.goto('/app/components/1/edit')
  const table = page.getByRole('grid', { name: 'Requirements' })
  await table.waitFor()
  await page.getByRole('status').filter({ hasText: 'so far' }).waitFor()
  await expect.poll(() => page.getByLabel('Select all shown').isDisabled()).toBe(true)
  showTheRest()
  await page
    .getByRole('status')
    .filter({ hasText: /^5000$/ })
    .waitFor()
  await expect.poll(() => page.getByLabel('Select all shown').isDisabled()).toBe(false)
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('5001')
  await expect.poll(() => table.getByRole('row').count()).toBeLessThan(80)
  // A window at 400 % zoom, where the page scrolls instead of the table.
  await page.setViewportSize({ width: 320, height: 256 })
  // Rows are rendered in the frames after the resize.
  await expect.poll(() => table.evaluate((grid) => grid.clientHeight)).toBeLessThanOrEqual(256)
  await expect.poll(() => table.getByRole('row').count()).toBeLessThan(80)
  await page.setViewportSize({ width: 1280, height: 800 })
  await table.getByRole('row').nth(1).focus()
  await page.keyboard.press('End')
  await table.getByText('005000').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('4999')
  await page.getByRole('status').filter({ hasText: '1 of 5000' }).waitFor()
})

/** Creates the requested page of 5,000 requirements. */
function createPage(sample: Record<string, unknown> | undefined, url: string): Record<string, unknown>[] {
  const [, page, size] = /"page":(\d+),"per_page":(\d+)/.exec(decodeURIComponent(url)) ?? []
  const before = (Number(page) - 1) * Number(size)
  const length = Math.max(0, Math.min(Number(size), 5000 - before))
  return Array.from({ length }, (_, index) => numbered(sample ?? {}, before + index + 1))
}

function numbered(row: Record<string, unknown>, number: number): Record<string, unknown> {
  const name = String(number).padStart(6, '0')
  return { ...row, id: 100_000 + number, rule_id: name, displayed_name: `HGW1-01-${name}` }
}

test('a restart of the service loses no typed text', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/components/1/HGW1-01-000005')
  await fix(page).waitFor()
  await workbench.down()
  // A second attempt finds the text of the first one.
  const text = `Written during the restart, at ${Date.now()}.`
  await fix(page).fill(text)
  await page.keyboard.press('Control+s')
  await page.getByText('Not saved yet').waitFor()
  await workbench.up()
  await expect.poll(async () => read(page, '/rules/5')).toMatchObject({ fixtext: text })
  await page.getByText(/^Saved \d/).waitFor()
})
