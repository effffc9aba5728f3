import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { archive, peerArchive, peerReview, peerRule } from '../support/peer-archives.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { aWorkbench } from './support/workbench.ts'

const workbench = aWorkbench({ demo: true })
const OWNER = 'olga@demo.example'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function choose(page: Page, name: string, bytes: Uint8Array | string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button(page, /^Choose (a|another) file$/).click()
  await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from(bytes) })
}

async function select(page: Page, label: string, words: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click()
  await page.getByRole('option', { name: words, exact: true }).click()
}

/** What a click has the browser keep. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download')
  await click()
  const download = await coming
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'latin1') }
}

test('a component leaves as a file by its menu, and who only comments is offered no backup', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1')
  await heading(page, 'Harbor Gateway 3')
  await button(page, 'Export').click()
  await page.getByRole('dialog', { name: 'Export Harbor Gateway 3' }).waitFor()
  await select(page, 'Form', 'Disposition matrix (CSV)')
  await page.getByText('With the e-mail addresses of commenters').waitFor()
  await expectGoodLooks(page, 'export')
  const matrix = await downloaded(page, () => page.getByRole('link', { name: 'Download' }).click())
  expect(matrix.name).toMatch(/\.csv$/)
  expect(matrix.text).not.toContain('@demo.example')

  const viewer = await workbench.visitAs('vito@demo.example', '/app/components/1')
  await heading(viewer, 'Harbor Gateway 3')
  expect(await button(viewer, 'Import').count()).toBe(0)
  await button(viewer, 'Export').click()
  await viewer.getByRole('button', { name: /Form$/ }).click()
  await viewer.getByRole('option', { name: 'Disposition matrix (CSV)' }).waitFor()
  expect(await viewer.getByRole('option', { name: 'Backup archive' }).count()).toBe(0)
})

test('a whole project is made in the tray while one goes on, and its file is there after a reload', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1')
  await heading(page, 'Harbor Gateways')
  await button(page, 'Export').click()
  await select(page, 'Form', 'Backup archive')
  await page.getByText('With the members and their roles').click()
  await expectAccessible(page, 'export of a project')
  await button(page, 'Prepare the file').click()
  const tray = page.getByRole('region', { name: 'Exports and imports' })
  await tray.getByText('Harbor Gateways: Backup archive', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Members', exact: true }).first().click()
  await heading(page, 'Members')
  await tray.getByRole('link', { name: /^Download/ }).waitFor()
  await page.reload()
  await heading(page, 'Members')
  await tray.getByRole('link', { name: /^Download/ }).waitFor()
  await expectGoodLooks(page, 'job-tray')
  const file = await downloaded(page, () => tray.getByRole('link', { name: /^Download/ }).click())
  expect(file.name).toMatch(/\.zip$/)
  expect(file.text.slice(0, 2)).toBe('PK')
  await tray.getByRole('button', { name: /^Forget/ }).click()
  await tray.getByText('Nothing was started within a day.').waitFor()
  await tray.getByRole('button', { name: /^Close/ }).click()
  expect(await tray.count()).toBe(0)
})

test('an edited spreadsheet shows what it would change, and changes it', async () => {
  const page = await workbench.visitAs(OWNER, '/app')
  const { components } = await read<{ components: { id: number; name: string }[] }>(page, '/projects/1')
  const id = components.find(({ name }) => name === 'Harbor Gateway 4')?.id ?? 0
  const sheet = await (await page.request.get(`/components/${id}/export/csv`, PATIENT)).text()
  const { rules } = await read<{
    rules: { id: number; title: string; locked: boolean; review_requestor_id: number | null }[]
  }>(page, `/components/${id}`)
  // The SRG's own words stand before those of the component.
  const rule = rules.find(
    ({ title, locked, review_requestor_id: asker }) =>
      !locked && asker === null && sheet.includes(`,${title},${title},`),
  )
  await page.goto(`/app/components/${id}`)
  await heading(page, 'Harbor Gateway 4')
  await button(page, 'Import').click()
  await page.getByRole('menuitem', { name: 'Update from a spreadsheet' }).click()
  await choose(page, 'broken.xlsx', 'PK nothing')
  await page.getByRole('alert').filter({ hasText: 'broken.xlsx' }).waitFor()
  const edited = sheet.replace(
    `,${rule?.title},${rule?.title},`,
    `,${rule?.title},The gateway ends sessions that nobody uses.,`,
  )
  await choose(page, 'edited.csv', edited)
  await page.getByText('1 requirement would change', { exact: false }).waitFor()
  await expectGoodLooks(page, 'spreadsheet')
  await button(page, 'Change 1 requirement').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await read(page, `/rules/${rule?.id}`)).toMatchObject({
    title: 'The gateway ends sessions that nobody uses.',
  })
})

test('a disposition matrix is tried row by row before it is taken in', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1')
  await heading(page, 'Harbor Gateway 3')
  const matrix = await (await page.request.get('/components/1/export/disposition_csv', PATIENT)).text()
  await button(page, 'Import').click()
  await page.getByRole('menuitem', { name: 'Disposition matrix' }).click()
  await choose(page, 'matrix.csv', matrix)
  await page.getByText(/^0 comments would change/).waitFor()
  await expectAccessible(page, 'disposition matrix')
  await button(page, 'Take it in').click()
  await page
    .getByText(/^0 comments changed/)
    .first()
    .waitFor()
})

test('a project moves in from Vulcan: looked into, named, and what could not come is told', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects')
  const [srg] = await read<{ id: number; srg_id: string; title: string; version: string }[]>(page, '/srgs')
  const { srg_rules: own } = await read<{ srg_rules: { version: string }[] }>(page, `/srgs/${srg?.id}`)
  const guide = { srgId: srg?.srg_id ?? '', title: srg?.title ?? '', version: srg?.version ?? '' }
  const zip = archive(
    peerArchive({
      srg: guide,
      rules: [
        peerRule(guide.srgId, 1, { srg_rule_version: own[0]?.version }),
        peerRule(guide.srgId, 2, { srg_rule_version: 'SRG-NONE' }),
      ],
      reviews: [peerReview(10)],
      project: { name: 'Old Harbor' },
    }),
  )
  await page.getByRole('link', { name: 'Move in from Vulcan' }).click()
  await heading(page, 'Move in from Vulcan')
  await choose(page, 'broken.zip', 'PK nothing')
  await page.getByRole('alert').waitFor()
  await choose(page, 'old.zip', zip)
  await page.getByText(/^It would bring 1 component, 1 requirement/).waitFor()
  await page.getByText(/requirement 000002 names no rule/).waitFor()
  await expectGoodLooks(page, 'move-in')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  expect(await name.inputValue()).toBe('Old Harbor')
  await name.fill('New Harbor')
  await page.getByRole('textbox', { name: 'Name of Moved in here' }).fill('Moved gateway')
  await button(page, 'Move in').click()
  await heading(page, 'New Harbor has moved in')
  await page.getByText(/requirement 000002 names no rule/).waitFor()
  await expectAccessible(page, 'moved in')
  await page.getByRole('link', { name: 'Open the project' }).click()
  await heading(page, 'New Harbor')
  await page.getByText('Moved gateway').first().waitFor()
  // The same archive goes into a project, under another name.
  await button(page, 'Import').click()
  await page.getByRole('menuitem', { name: 'Backup archive' }).click()
  await choose(page, 'old.zip', zip)
  await page.getByText(/^It would bring 1 component/).waitFor()
  await expectAccessible(page, 'backup')
  await button(page, 'Import').last().click()
  await page.getByRole('dialog', { name: 'Brought into New Harbor' }).waitFor()
})

test('a guide leaves as a sheet of the columns that are ticked', async () => {
  const page = await workbench.visitAs('stan@demo.example', '/app/srgs/1')
  await heading(page, /Harbor Gateway/)
  await button(page, 'Export').click()
  await page.getByText('CSV, a line per rule').click()
  await page.getByText('Check', { exact: true }).click()
  await expectAccessible(page, 'export of a guide')
  const sheet = await downloaded(page, () => page.getByRole('link', { name: 'Download' }).click())
  const [head = ''] = sheet.text.split('\n')
  expect(head).toContain('Fix')
  expect(head).not.toContain('Check')
})
