import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectGoodLooks } from './support/looks.ts'
import { createTriage, OWNER } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const { comments, openTriage } = createTriage(createWorkbench({ demo: true }))

test('each dialog passes axe and returns keyboard control when it closes', async () => {
  const { ids, rule } = await comments(15, ['Lark one', 'Lark two'])
  const page = await openTriage(OWNER, rule, ids[0])
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('2 selected').first().waitFor()
  await openAndPicture(page, 'm', 'Merge 2 comments', 'triage-merge')
  await openAndPicture(page, '2', 'Decide on 2 comments', 'triage-bulk')
  await page.keyboard.press('Escape')
  await openAndPicture(page, '.', `Comment ${ids[1]}`, 'triage-actions')
  await page.keyboard.press('.')
  await page.keyboard.type('delete')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: `Delete comment ${ids[1]} permanently` }).waitFor()
  await expectGoodLooks(page, 'triage-delete')
})

/** Opens a dialog by its key, checks it, and closes it with Escape. */
async function openAndPicture(page: Page, key: string, name: string, as: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await page.keyboard.press(key)
  await dialog.waitFor()
  await expectGoodLooks(page, as)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.querySelector('[role="dialog"]'))).toBeNull()
}
