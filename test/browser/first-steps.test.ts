import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { expectFocus, tabTo } from './support/keyboard.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The step with two buttons must not leave a column of single letters for its text. */
async function expectReadableOnPhones(page: Page, steps: Locator): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 })
  const text = steps.getByText('Create an account for each person')
  await expect.poll(async () => (await text.boundingBox())?.width ?? 0).toBeGreaterThan(180)
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('a new administrator adds a guide, a project, a user and a component with the keyboard only', async () => {
  const page = await workbench.visitAs(ADMIN, '/app')
  const steps = page.getByRole('list', { name: 'First steps' })
  await steps.waitFor()
  await expectGoodLooks(page, 'first-steps')
  // The link prefetches the list of guides, which is empty now.
  const emptyList = page.waitForResponse(/srgs\.list/)
  await page.getByRole('link', { name: 'Upload a guide' }).hover()
  await emptyList
  await tabTo(page, button(page, 'Use the sample'))
  await page.keyboard.press('Enter')
  await steps
    .getByRole('listitem')
    .filter({ hasText: /guide.*Done/ })
    .waitFor()

  // The focus moves to the next step.
  await expectFocus(steps.getByRole('button', { name: 'New project' }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New project' }).waitFor()
  await page.keyboard.type('Harbor')
  await page.keyboard.press('Enter')
  // The steps stay visible and name the next one.
  await steps
    .getByRole('listitem')
    .filter({ hasText: /project.*Done/ })
    .waitFor()

  await expectReadableOnPhones(page, steps)

  await tabTo(page, button(page, 'Add a person'))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Add a person' }).waitFor()
  await page.keyboard.type('Ana Ruiz')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ana@harbor.example')
  await page.keyboard.press('Enter')
  await page.getByText('Ana Ruiz has an account').waitFor()
  await expectAccessible(page, 'person-added')
  await page.keyboard.press('Escape')

  await tabTo(page, steps.getByRole('link', { name: 'New component' }))
  const { promise: formIsSent, resolve: showNewList } = Promise.withResolvers<void>()
  await page.route(/srgs\.list/, async (route) => {
    await formIsSent
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await waitForHeading(page, 'New component')
  await page.getByLabel('Name', { exact: true }).fill('Gateway')
  await page.getByLabel('Prefix').fill('HGW1-01')
  await page.keyboard.press('Enter')
  showNewList()
  await waitForHeading(page, 'Gateway')
  await page.goto('/app')
  await page.getByRole('link', { name: 'Gateway', exact: true }).waitFor()
})
