import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { AUTHOR, COMPONENT, type Rule } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })

interface Detail {
  disa_rule_descriptions_attributes: { mitigations: string | null }[]
}

test('an author sets fields of selected requirements after a preview, and undoes it', async () => {
  const page = await workbench.visitAs(AUTHOR, '/up')
  const { rules } = await read<{ rules: (Rule & { locked: boolean; review_requestor_id: number | null })[] }>(
    page,
    `/components/${COMPONENT}/rules_picker`,
  )
  const [rule] = rules.filter(({ locked, review_requestor_id: asker }) => !locked && asker === null).slice(-3)
  const readMitigations = async () => {
    const { disa_rule_descriptions_attributes: parts } = await read<Detail>(page, `/rules/${rule?.id}`)
    return parts[0]?.mitigations
  }
  const before = await readMitigations()
  await page.goto(`/app/components/${COMPONENT}/edit?q=${rule?.displayed_name}`)
  const row = page.getByRole('row').filter({ hasText: rule?.displayed_name.slice(-6) ?? '' })
  await row.focus()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Set fields' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set fields of 1 requirement' })
  const field = dialog.getByRole('button', { name: /Field$/ })
  await expectFocus(field)
  await field.press('Enter')
  await page.getByRole('option', { name: 'Mitigations', exact: true }).press('Enter')
  await expectFocus(field)
  await dialog.getByRole('textbox', { name: 'Value' }).fill('None is known.')
  await expectGoodLooks(page, 'set-fields')
  await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
  await page.getByRole('dialog', { name: 'Set Mitigations' }).waitFor()
  await page.getByRole('button', { name: 'Change 1' }).press('Enter')
  await page.getByText('1 requirement changed.').first().waitFor()
  await expect.poll(readMitigations).toBe('None is known.')
  await row.focus()
  await page.keyboard.press('z')
  await expect.poll(readMitigations).toEqual(before)
})

test('the preview counts the requirements whose text is replaced or deleted', async () => {
  const page = await workbench.visitAs(AUTHOR, '/up')
  const { rules } = await read<{ rules: (Rule & { locked: boolean; review_requestor_id: number | null })[] }>(
    page,
    `/components/${COMPONENT}/rules_picker`,
  )
  const chosen = rules
    .filter(({ locked, review_requestor_id: asker }) => !locked && asker === null)
    .slice(0, 2)
  const headers = { origin: workbench.url() }
  for (const [index, { id }] of chosen.entries()) {
    const data = { rule: { vendor_comments: index === 0 ? 'See the manual.' : null } }
    expect((await page.request.patch(`/rules/${id}`, { data, headers, ...PATIENT })).ok()).toBe(true)
  }
  await page.goto(`/app/components/${COMPONENT}/edit`)
  for (const { displayed_name: name } of chosen) {
    await page
      .getByRole('row')
      .filter({ hasText: name.slice(-6) })
      .focus()
    await page.keyboard.press('x')
  }
  await page.getByRole('button', { name: 'Set fields' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set fields of 2 requirements' })
  await dialog.getByRole('button', { name: /Field$/ }).press('Enter')
  await page.getByRole('option', { name: 'Vendor comments', exact: true }).press('Enter')
  const value = dialog.getByRole('textbox', { name: 'Value' })
  await value.fill('Ask the vendor.')
  await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
  const preview = page.getByRole('dialog', { name: 'Set Vendor comments' })
  await preview.getByText('Existing text of 1 requirement is replaced.').waitFor()
  await preview.getByRole('button', { name: 'Cancel' }).press('Enter')
  await value.fill('')
  await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
  await preview.getByText('Existing text of 1 requirement is deleted.').waitFor()
})
