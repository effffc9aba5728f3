import { Buffer } from 'node:buffer'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createBenchmarkFile } from '../support/xccdf.ts'
import { PATIENT, read } from './support/read.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench()

const toStig = (check: string) => ({
  name: 'U_Pier_STIG_V1R1_Manual-xccdf.xml',
  mimeType: 'text/xml',
  buffer: Buffer.from(
    createBenchmarkFile({
      id: 'Pier_STIG',
      title: 'Pier Security Technical Implementation Guide',
      rules: [{ version: 'PIER-00-000001', check, ident: ['CCI-000366'] }],
    }),
  ),
})

test('a STIG that is sent on from the page of SRGs replaces the guide in the catalog of STIGs', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/srgs')
  const headers = { origin: workbench.url(), accept: 'application/json' }
  const multipart = { file: toStig('Verify that 3 sessions are open.') }
  const stored = await page.request.post('/stigs', { multipart, headers, ...PATIENT })
  expect(stored.ok()).toBe(true)
  await page.getByRole('heading', { name: 'SRGs', level: 1 }).waitFor()
  await page.locator('input[type="file"]').setInputFiles(toStig('Verify that 5 sessions are open.'))
  await page.getByRole('button', { name: 'Upload to STIGs' }).press('Enter')
  await page.getByRole('button', { name: 'Review replacement' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Replace the guide in the catalog?' })
  await dialog.getByText('Changed: 1 (PIER-00-000001)').waitFor()

  await page.route(
    (url) => url.pathname === '/stigs',
    (route) => route.abort('internetdisconnected'),
  )
  await dialog.getByRole('button', { name: 'Replace guide' }).press('Enter')
  await dialog.getByText('The service isn’t responding.').waitFor()
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Replace guide' }).press('Enter')
  await page.getByText('The guide in the catalog was replaced.').waitFor()
  const [stig] = await read<{ id: number }[]>(page, '/stigs')
  const { stig_rules: rules } = await read<{ stig_rules: { checks_attributes: { content: string }[] }[] }>(
    page,
    `/stigs/${stig?.id}`,
  )
  expect(rules[0]?.checks_attributes[0]?.content).toBe('Verify that 5 sessions are open.')
})

test('an upload whose result can’t be loaded says in the page’s language that the service does not answer', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/srgs', { locale: 'de-DE' })
  await page.route(
    (url) => url.pathname.endsWith('/result'),
    (route) => route.abort('internetdisconnected'),
  )
  await page.getByRole('heading', { name: 'SRGs', level: 1 }).waitFor()
  const buffer = Buffer.from(
    zipSync({
      'quay.xml': createBenchmarkFile({ id: 'Quay_SRG', title: 'Quay Security Requirements Guide' }),
    }),
  )
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'quay.zip', mimeType: 'application/zip', buffer })
  await page.getByText('Der Dienst antwortet nicht.').waitFor()
})
