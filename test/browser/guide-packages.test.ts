import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createBenchmarkFile, type BenchmarkOptions } from '../support/xccdf.ts'
import { expectFocus } from './support/keyboard.ts'
import { expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench()

const sample = (name: string) => readFile(join(import.meta.dirname, '../../sample', name))

test('a dropped package shows one line per benchmark, its rejected members and a report', async () => {
  const srg = await sample('U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml')
  const stig = await sample('U_Harbor_Gateway_2_STIG_V1R1_Manual-xccdf.xml')
  const buffer = zipSync({
    'a/U_Harbor_SRG_Manual-xccdf.xml': srg,
    'b/U_Harbor_STIG_Manual-xccdf.xml': stig,
    'c/damaged.xml': new TextEncoder().encode(
      '<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.1"><title>',
    ),
    'a/._U_Harbor_SRG_Manual-xccdf.xml': new Uint8Array([0, 5, 22, 7]),
  })
  const page = await workbench.visitAs(ADMIN, '/app/srgs')
  await page.getByRole('heading', { name: 'SRGs', level: 1 }).waitFor()
  const file = { name: 'quarterly.zip', mimeType: 'application/zip', buffer: Buffer.from(buffer) }
  const other = { id: 'Quay_SRG', title: 'Quay Security Requirements Guide' }
  const quay = {
    name: 'quay.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(createBenchmarkFile(other)),
  }
  await page.locator('input[type="file"]').setInputFiles([file, quay])
  const lines = page.getByRole('region', { name: 'Guides in quarterly.zip' })
  await page.getByText('1 of 3 guides added').waitFor()
  await page.getByText('2 files: 2 added, 0 already in the catalog, 2 rejected').waitFor()
  await lines.getByText('Added to the catalog:').waitFor()
  await lines.getByText('Belongs to the other catalog:').waitFor()
  await lines.getByText('Rejected:').waitFor()
  expect(await lines.getByText('._U_Harbor').count()).toBe(0)
  await expectGoodLooks(page, 'guide-package')
  const report = await page.getByRole('link', { name: 'Download report' }).getAttribute('href')
  expect(decodeURIComponent(report ?? '')).toContain('"c/damaged.xml"')
  const { jobs } = await read<{ jobs: { operation: string; state: string }[] }>(page, '/jobs')
  expect(jobs).toMatchObject([{ operation: 'srgs.upload', state: 'done' }])
  await page.reload()
  await page.getByText('1 of 3 guides added').waitFor()
  await page
    .getByRole('link', { name: /Harbor Gateway.*V1R2/ })
    .first()
    .press('Enter')
  await page.waitForURL(/\/app\/srgs\/\d+$/)
})

const guide = (options: BenchmarkOptions) => {
  const { version = '1', release = '1' } = options
  return {
    name: `U_Pier_SRG_V${version}R${release}_Manual-xccdf.xml`,
    mimeType: 'text/xml',
    buffer: Buffer.from(
      createBenchmarkFile({ id: 'Pier_SRG', title: 'Pier Security Requirements Guide', ...options }),
    ),
  }
}
const rules = (check: string) => [
  { version: 'SRG-PIER-000001', title: 'Limit sessions', check, ident: ['CCI-000054'] },
  { version: 'SRG-PIER-000002', title: 'Log events', ident: ['CCI-000366'] },
]

test('several files show a line each; releases are compared, drafts marked and texts searched', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/srgs')
  await page.getByRole('heading', { name: 'SRGs', level: 1 }).waitFor()
  await page
    .locator('input[type="file"]')
    .setInputFiles([
      guide({ rules: rules('Verify that at most 3 sessions are open.') }),
      guide({ release: '2', rules: rules('Verify that at most 5 sessions are open.') }),
      guide({ release: '0.9', rules: rules('Verify that sessions are limited.').slice(0, 1) }),
    ])
  await page.getByText('3 added, 0 already in the catalog, 0 rejected').waitFor()
  await page.getByText('Draft', { exact: true }).first().waitFor()
  await expectGoodLooks(page, 'guides-uploaded')

  await page.getByRole('link', { name: 'Compare releases of Pier' }).press('Enter')
  await page.getByRole('heading', { name: /^Releases of Pier/, level: 1 }).waitFor()
  await expectGoodLooks(page, 'guide-releases')
  await page.getByRole('link', { name: 'V1R2: changes since V1R1' }).press('Enter')
  await page.getByText('0 rules added, 0 removed, 1 changed').waitFor()
  await page.keyboard.press('n')
  await expectFocus(page.getByRole('heading', { name: /SRG-PIER-000001/ }))
  await expectGoodLooks(page, 'guide-comparison')
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await page.getByRole('deletion').allTextContents()).toEqual(['3'])
  expect(await page.getByRole('insertion').allTextContents()).toEqual(['5'])
  await page.getByRole('button', { name: /Field/ }).press('Enter')
  await page.getByRole('option', { name: 'Fix' }).press('Enter')
  await page.getByText('No matching changes').waitFor()

  await page.goto('/app/srgs')
  await page
    .getByRole('link', { name: /Pier.*V1R2$/ })
    .first()
    .press('Enter')
  await page.getByRole('searchbox', { name: 'Search this guide' }).fill('at most 5')
  await page.getByText('1 rule found').waitFor()
  await page.getByText('Check: Verify that').waitFor()
  await expectGoodLooks(page, 'guide-search')
})

test('a file of the same release replaces the guide after a preview, and its component shows it', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/srgs')
  const headers = { origin: workbench.url() }
  const srgs = await read<{ id: number; srg_id: string; version: string }[]>(page, '/srgs')
  const pier = srgs.find(({ srg_id, version }) => srg_id === 'Pier_SRG' && version === 'V1R1')
  const post = async (path: string, data: object) =>
    (await page.request.post(path, { data, headers, ...PATIENT })).json()
  const { project } = await post('/projects', { project: { name: 'Piers' } })
  const component = {
    name: 'Pier 1',
    prefix: 'PIER-01',
    title: 'Pier 1',
    security_requirements_guide_id: pier?.id,
  }
  const created = await post(`/projects/${project.id}/components`, { component })

  await page.getByRole('heading', { name: 'SRGs', level: 1 }).waitFor()
  await page.locator('input[type="file"]').setInputFiles(guide({ rules: rules('Verify the limit.') }))
  await page.getByRole('button', { name: 'Review replacement' }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Changed: 1 (SRG-PIER-000001)').waitFor()
  await dialog.getByRole('link', { name: 'Pier 1' }).waitFor()
  await expectGoodLooks(page, 'guide-replacement')
  await dialog.getByRole('button', { name: 'Replace guide' }).press('Enter')
  await page.getByText('The guide in the catalog was replaced.').waitFor()

  await page.goto(`/app/srgs/${pier?.id}`)
  await page.getByText('An update changes 1 of 2 requirements').waitFor()
  await expectGoodLooks(page, 'guide-used-by')
  await page.goto(`/app/components/${created.component.id}`)
  await page.getByText('was replaced on').waitFor()
  await page.getByText(/V1R2 of .* is available/).waitFor()
  await expectGoodLooks(page, 'component-source-changed')
})

test('a result that is dismissed while other files are uploaded takes no other result away', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/srgs')
  await page.getByRole('heading', { name: 'SRGs', level: 1 }).waitFor()
  const release = Promise.withResolvers<void>()
  let count = 0
  await page.route(
    (url) => url.pathname === '/srgs',
    async (route) => {
      count += 1
      if (count === 2) await release.promise
      await route.continue()
    },
  )
  const damaged = ['first', 'second', 'third'].map((name) => ({
    name: `${name}.xml`,
    mimeType: 'text/xml',
    buffer: Buffer.from('<Benchmark>'),
  }))
  await page.locator('input[type="file"]').setInputFiles(damaged)
  await page.getByText('first.xml was rejected').waitFor()
  await expect.poll(() => count).toBe(2)
  await page.getByRole('button', { name: 'Dismiss first.xml' }).press('Enter')
  release.resolve()
  await page.getByText('third.xml was rejected').waitFor()
  await page.getByText('second.xml was rejected').waitFor()
  expect(await page.getByText('first.xml was rejected').count()).toBe(0)
})
