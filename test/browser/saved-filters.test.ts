import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { expectGoodLooks } from './support/looks.ts'
import { AUTHOR, COMPONENT, TRIAGE, VIEWER } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })

/** Each attempt of the test has its own name. */
let tries = 0

const openMenu = (page: Page) => page.getByRole('button', { name: 'Saved filters', exact: true }).click()
const clickEntry = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click()

test('an author saves, shares, applies, replaces and deletes filters, and a viewer sees shared ones', async () => {
  tries += 1
  const name = `Late checks ${tries}`
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?triage_status=all&section=check_content`)
  await openMenu(page)
  await clickEntry(page, 'Save this filter')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await page.getByText('The filter is saved').first().waitFor()

  await page.goto(TRIAGE)
  await openMenu(page)
  await clickEntry(page, name)
  await expect.poll(() => page.url()).toContain('section=check_content')
  await page.goto(TRIAGE)
  await openMenu(page)
  await clickEntry(page, 'Save this filter')
  await page.getByRole('textbox', { name: 'Name' }).fill(name.toUpperCase())
  await page.getByText('Saving replaces it').waitFor()
  await page.getByRole('button', { name: 'Replace' }).click()
  await openMenu(page)
  await clickEntry(page, 'Manage saved filters')
  await page.getByRole('dialog', { name: 'Saved filters' }).waitFor()
  await expectGoodLooks(page, 'saved-filters')
  await page.getByRole('button', { name: `Delete ${name.toUpperCase()}` }).click()
  await page.getByText(`${name.toUpperCase()} is deleted`).first().waitFor()

  await page.goto(`/app/components/${COMPONENT}/edit?locked=false`)
  await openMenu(page)
  await clickEntry(page, 'Save this filter')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByText('Share with all members of this component').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The filter is saved').first().waitFor()

  const viewer = await workbench.visitAs(VIEWER, `/app/components/${COMPONENT}/edit`)
  await openMenu(viewer)
  await clickEntry(viewer, new RegExp(`^${name} \\(shared by Ari`))
  await expect.poll(() => viewer.url()).toContain('locked=false')
  await openMenu(viewer)
  await clickEntry(viewer, 'Manage saved filters')
  await viewer.getByRole('listitem').filter({ hasText: name }).waitFor()
  expect(await viewer.getByRole('button', { name: `Delete ${name}` }).count()).toBe(0)
})

test('the focus returns to the menu after a filter is saved, edited, deleted or left unchanged', async () => {
  tries += 1
  const name = `Focus checks ${tries}`
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?triage_status=all&section=fixtext`)
  const menu = page.getByRole('button', { name: 'Saved filters', exact: true })
  const choose = async (...keys: string[]) => {
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Save this filter' }).waitFor()
    for (const key of keys) await page.keyboard.press(key)
  }
  await choose('Enter')
  await expectFocus(page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expectFocus(menu)
  const manage = page.getByRole('dialog', { name: 'Saved filters' })
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The last entry of the menu.
  await choose('End', 'Enter')
  await page.getByRole('button', { name: `Edit ${name}` }).press('Enter')
  await expectFocus(page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.press('Enter')
  await manage.waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(menu)
  await choose('End', 'Enter')
  await page.getByRole('button', { name: `Delete ${name}` }).press('Enter')
  await page.getByRole('button', { name: `Delete ${name}` }).waitFor({ state: 'detached' })
  await expect.poll(() => manage.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expectFocus(menu)
})
