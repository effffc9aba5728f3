import { expect, test } from 'vitest'
import {
  createCciList,
  createOscalCatalog,
  createOscalControl,
  toJsonBytes,
} from '../support/reference-documents.ts'
import { waitForHeading } from './support/heading.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { AUTHOR, OWNER } from './support/triage.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const PAGE = '/app/administration/reference_documents'

const toFile = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
})
const LIST = createCciList([
  {},
  {
    id: 'CCI-000055',
    status: 'deprecated',
    definition: '&lt;img src=x onerror=alert(1)&gt; berth',
    types: ['policy'],
  },
  { id: 'CCI-009001', definition: 'הגדרה של רציף', references: [['5', 'ZQ-1 b']] },
])
const CATALOG = toJsonBytes(
  createOscalCatalog([
    createOscalControl(),
    { id: 'zq-1', title: 'Quay Policy', parts: [{ name: 'statement', prose: 'Write it.' }] },
  ]),
)

test('the controls page says who can upload documents if there are none', async () => {
  const page = await workbench.visitAs(OWNER, '/app/controls?q=AC-10')
  const requirements = page.getByRole('region', { name: 'Requirements of AC-10' })
  await requirements.getByText('The texts of controls and CCIs are not stored on this server.').waitFor()
  await requirements.getByText('A system administrator can upload them.').waitFor()
  expect(await requirements.getByRole('link', { name: 'Upload reference documents' }).count()).toBe(0)
  await expectAccessible(page, 'controls without texts')
  await page.goto(PAGE)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(await page.getByRole('button', { name: 'Upload a document' }).count()).toBe(0)
})

test('an administrator uploads both documents, sees what is stored, and replaces the list', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/controls?q=AC-10')
  await page.getByRole('link', { name: 'Upload reference documents' }).press('Enter')
  await waitForHeading(page, 'Reference documents')
  await page.getByText('Not uploaded').first().waitFor()
  await expectGoodLooks(page, 'reference-documents-empty')
  await page.setViewportSize({ width: 1280, height: 900 })
  const dialog = page.getByRole('dialog', { name: 'Upload a reference document' })
  const open = () => page.getByRole('button', { name: 'Upload a document' }).press('Enter')
  const choose = async (name: string, bytes: Uint8Array) =>
    dialog.locator('input[type="file"]').setInputFiles(toFile(name, bytes))
  const store = async (answer: string) => {
    await dialog.getByRole('button', { name: 'Import' }).press('Enter')
    await dialog.getByText(answer).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  }
  await open()
  await choose('notes.txt', new TextEncoder().encode('CCI-000054'))
  await dialog
    .getByText(/neither a CCI list/)
    .first()
    .waitFor()
  await choose('U_CCI_List.xml', LIST)
  await dialog.getByText('No document of this kind is stored yet.').waitFor()
  await expectGoodLooks(page, 'reference-upload')
  await page.setViewportSize({ width: 1280, height: 900 })
  await store('Stored 3 CCIs.')
  await page.getByText('Version 2026-01-31').first().waitFor()
  await open()
  await choose('catalog.json', CATALOG)
  // The button is disabled until the preview is complete.
  await dialog.getByText('No document of this kind is stored yet.').waitFor()
  await store('Stored 3 controls.')
  await page.getByText('Harbor catalog').first().waitFor()
  await open()
  await choose('U_CCI_List.xml', LIST)
  await dialog.getByText(/It replaces Version 2026-01-31 with 3 CCIs\./).waitFor()
  await store('Stored 3 CCIs.')
  await expectGoodLooks(page, 'reference-documents')
})

test('a control shows its statement, guidance and CCIs, with links between them', async () => {
  const page = await workbench.visitAs(OWNER, '/app/controls?q=berths')
  const control = page.getByRole('article', { name: 'AC-10 Session Berths' })
  await control.getByText('Limit berths to [Assignment: organization-defined number]; and').waitFor()
  await control.getByText('Guidance for AC-10').press('Enter')
  await control.getByText('Pilots often open two berths.').waitFor()
  const ccis = page.getByRole('list', { name: 'CCIs' })
  await ccis.getByText('The gateway limits how many sessions one pilot may open.').waitFor()
  await ccis.getByText('References of CCI-000054').press('Enter')
  await ccis.getByText('NIST SP 800-53 Revision 5').first().waitFor()
  await expectGoodLooks(page, 'control-texts')
  await page.setViewportSize({ width: 1280, height: 900 })
  await ccis.getByRole('link', { name: 'CCI-000054' }).press('Enter')
  await page.waitForURL(/q=CCI-000054/)
  // The texts of the control, with two CCIs, stay in view until those of the CCI are loaded.
  await expect.poll(() => ccis.getByRole('link', { name: 'AC-10' }).count()).toBe(1)
  await control.waitFor()
})

test('the palette finds a control by words of its uploaded texts', async () => {
  const page = await workbench.visitAs(OWNER, '/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('session berths')
  await page.getByRole('menuitem', { name: /AC-10/ }).click()
  await page.waitForURL(/\/app\/controls\?q=AC-10/)
})

test('a control that only the uploaded documents have is found, and markup stays text', async () => {
  const page = await workbench.visitAs(OWNER, '/app/controls?q=ZQ-1')
  await page.getByRole('article', { name: 'ZQ-1 Quay Policy' }).waitFor()
  await page.getByText('הגדרה של רציף').waitFor()
  await page.getByText('(from the CCI list, revision 5)').waitFor()
  await page.getByText('No requirement implements ZQ-1 yet.').waitFor()
  await expectAccessible(page, 'unlisted control')
  await page.getByRole('searchbox', { name: 'Find a control or CCI' }).fill('cci 55')
  await page.getByText('<img src=x onerror=alert(1)> berth').waitFor()
  await page.getByText('deprecated').waitFor()
  await page.getByRole('searchbox', { name: 'Find a control or CCI' }).fill('AC-10 (1)')
  await page.getByText('Withdrawn').waitFor()
  await page.getByRole('article').getByRole('link', { name: 'AC-10' }).waitFor()
  await page.getByRole('searchbox', { name: 'Find a control or CCI' }).fill('QQ-1')
  await page.getByText('No matching controls').waitFor()
})

test('the editor shows the definitions of the CCIs of a requirement', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app/components/1/HGW3-01-000001')
  const button = page.getByTitle('Show the definitions')
  await button.press('Enter')
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  await page
    .getByRole('link', { name: /^CCI-\d{6}$/ })
    .first()
    .waitFor()
  await expectGoodLooks(page, 'editor-cci')
})

test('an administrator removes a document after a confirmation', async () => {
  const page = await workbench.visitAs(ADMIN, PAGE)
  await page.getByRole('button', { name: 'Remove CCI list' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Remove CCI list?' })
  await expectAccessible(page, 'remove reference')
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByText('Not uploaded').waitFor()
  await page.getByText('Harbor catalog').first().waitFor()
})
