import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { read } from './support/read.ts'
import {
  createTriage,
  AUTHOR,
  COMPONENT,
  countKeys,
  OWNER,
  TRIAGE,
  VIEWER,
  recordWrites,
} from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, ruleAt, stored } = createTriage(workbench)

/** A mouse that counts its clicks. */
function createMouse() {
  let pressed = 0
  return {
    click: async (target: Locator) => {
      await target.click()
      pressed += 1
    },
    count: () => {
      const count = pressed
      pressed = 0
      return count
    },
  }
}

async function findComponent(page: Page, name: string): Promise<number> {
  const { components } = await read<{ components: { id: number; name: string }[] }>(page, '/projects/1')
  return components.find((item) => item.name === name)?.id ?? 0
}

const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a requirement is authored with four keys, and the next undetermined one opens', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app')
  const { rules } = await read<{ rules: { id: number; displayed_name: string; status: string }[] }>(
    page,
    `/components/${COMPONENT}/rules_picker`,
  )
  const [first, second] = rules.filter(({ status }) => status === 'Not Yet Determined')
  await page.goto(`/app/components/${COMPONENT}/${first?.displayed_name}`)
  await page.getByRole('textbox', { name: 'Fix', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  const keys = countKeys(page)
  await keys.press('s', '2', 'e')
  await keys.type(' by the harbor master')
  await keys.press('Control+Enter')
  await page.waitForURL((url) => url.pathname.endsWith(second?.displayed_name ?? '?'))
  expect(keys.count()).toBe(4)
  await expect
    .poll(() => read(page, `/rules/${first?.id}`))
    .toMatchObject({
      status: 'Applicable - Configurable',
      fixtext: expect.stringMatching(/ by the harbor master$/),
    })
})

test('a visible section is commented on with two keys and one request', async () => {
  const page = await workbench.visitAs(VIEWER, '/up')
  const rule = await ruleAt(page, 25)
  await page.goto(`/app/components/${COMPONENT}/comments?rule_id=${rule.id}`)
  await page.getByRole('article', { name: /^Requirement/ }).waitFor()
  await page.waitForLoadState('networkidle')
  const keys = countKeys(page)
  const sent = recordWrites(page)
  await keys.press('c')
  await keys.type('Pelican')
  await keys.press('Control+Enter')
  await page
    .getByRole('article', { name: /^Comment/ })
    .filter({ hasText: 'Pelican' })
    .waitFor()
  expect(keys.count()).toBe(2)
  await expect.poll(() => sent).toEqual(['reviews.createOnRule'])
})

test('forty similar comments are decided with at most three keys, and undone with one', async () => {
  const { ids } = await comments(
    20,
    Array.from(
      { length: 40 },
      (_, index) => `The cormorant switch of the northern pier must be named in the fix, says berth ${index}`,
    ),
  )
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?view=clusters`)
  const keys = countKeys(page)
  const largest = page.getByRole('article', { name: /^40 similar/ })
  await largest.waitFor()
  await keys.press('1')
  await largest.getByText('What about the other 39?').waitFor()
  await keys.press('Enter')
  await largest.waitFor({ state: 'detached' })
  expect(keys.count()).toBeLessThanOrEqual(3)
  await expect.poll(async () => (await stored(page, ids[39])).triage_status).toBe('concur')
  await keys.press('z')
  await largest.waitFor()
  expect(keys.count()).toBe(1)
  for (const id of [ids[0], ids[39]]) {
    await expect.poll(async () => (await stored(page, id)).triage_status).toBe('pending')
  }
})

test('a comment period is opened in three clicks at most and closed in two', async () => {
  const page = await workbench.visitAs(OWNER, '/app')
  const id = await findComponent(page, 'Harbor Gateway 4')
  await page.goto(`/app/components/${id}`)
  const { click, count } = createMouse()
  await click(findButton(page, 'Open for comment'))
  await click(page.getByText('30 days', { exact: true }))
  await click(findButton(page, 'Confirm'))
  await findButton(page, 'Close for adjudication').waitFor()
  expect(count()).toBeLessThanOrEqual(3)
  await click(findButton(page, 'Close for adjudication'))
  await click(findButton(page, 'Confirm'))
  await findButton(page, 'Finalize').waitFor()
  expect(count()).toBeLessThanOrEqual(2)
  await expect
    .poll(() => read(page, `/api/components/${id}/summary`))
    .toMatchObject({ closed_reason: 'adjudicating' })
})

test('a ready component is released in five clicks at most', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1')
  const { click, count } = createMouse()
  await click(page.getByRole('link', { name: 'Quay Tablet: Release' }))
  await click(page.getByLabel('Type Quay Tablet V1R1 to release it'))
  await page.keyboard.type('Quay Tablet V1R1')
  await click(findButton(page, 'Release Quay Tablet V1R1'))
  await page.getByRole('heading', { name: 'Quay Tablet V1R1 is released', level: 1 }).waitFor()
  expect(count()).toBeLessThanOrEqual(5)
})
