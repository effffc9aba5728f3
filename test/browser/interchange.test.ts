import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import exceljs from 'exceljs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { toArchive, createPeerArchive, createPeerReview, createPeerRule } from '../support/peer-archives.ts'
import { waitForHeading } from './support/heading.ts'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function choose(page: Page, name: string, bytes: Uint8Array | string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button(page, /^Choose (a|another|other) files?$|^Choose files$/).click()
  await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from(bytes) })
}

async function select(page: Page, label: string, words: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click()
  await page.getByRole('option', { name: words, exact: true }).click()
}

/** Opens an import into a component of the demo from its menu; returns the requirements that can change. */
async function importing(entry: string, into = 'Harbor Gateway 4') {
  const page = await workbench.visitAs(OWNER, '/app')
  const { components } = await read<{ components: { id: number; name: string }[] }>(page, '/projects/1')
  const id = components.find(({ name }) => name === into)?.id ?? 0
  const { rules } = await read<{ rules: Requirement[] }>(page, `/components/${id}`)
  const free = rules.filter(({ locked, review_requestor_id: asker }) => !locked && asker === null)
  await page.goto(`/app/components/${id}`)
  await waitForHeading(page, into)
  await button(page, 'Import').click()
  await page.getByRole('menuitem', { name: entry }).click()
  const exported = async (type: string) =>
    (await page.request.get(`/components/${id}/export/${type}`, PATIENT)).body()
  return { page, id, rules, free, exported, report: page.getByRole('dialog').getByRole('table') }
}

interface Requirement {
  id: number
  rule_id: string
  title: string
  displayed_name: string
  locked: boolean
  review_requestor_id: number | null
}

/** Files from a local folder are dropped on the drop zone of the dialog. */
async function drop(page: Page, files: { name: string; bytes: Uint8Array }[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dropped-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await Promise.all(files.map(({ name, bytes }) => writeFile(join(folder, name), bytes)))
  const zone = page.getByRole('button', { name: /^Choose/ }).locator('..')
  const { x = 0, y = 0 } = (await zone.boundingBox()) ?? {}
  const data = { items: [], files: files.map(({ name }) => join(folder, name)), dragOperationsMask: 1 }
  const cdp = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, x: x + 8, y: y + 8, data })
  }
}

/** Returns the file that a click downloads. */
async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download')
  await click()
  const download = await coming
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'latin1') }
}

test('a component is exported from its menu, and commenters are offered no backup', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1')
  await waitForHeading(page, 'Harbor Gateway 3')
  await button(page, 'Export').click()
  await page.getByRole('dialog', { name: 'Export Harbor Gateway 3' }).waitFor()
  await select(page, 'Format', 'Disposition matrix (CSV)')
  await page.getByText('Include email addresses of commenters').waitFor()
  await expectGoodLooks(page, 'export')
  const matrix = await downloaded(page, () => page.getByRole('link', { name: 'Download' }).click())
  expect(matrix.name).toMatch(/\.csv$/)
  expect(matrix.text).not.toContain('@demo.example')

  const viewer = await workbench.visitAs('vito@demo.example', '/app/components/1')
  await waitForHeading(viewer, 'Harbor Gateway 3')
  await button(viewer, 'Export').waitFor()
  await expect.poll(() => button(viewer, 'Import').count()).toBe(0)
  await button(viewer, 'Export').click()
  await viewer.getByRole('button', { name: /Format$/ }).click()
  await viewer.getByRole('option', { name: 'Disposition matrix (CSV)' }).waitFor()
  await expect.poll(() => viewer.getByRole('option', { name: 'Backup archive' }).count()).toBe(0)
})

test('a project is exported in the background, and its file is available after a reload', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1')
  await waitForHeading(page, 'Harbor Gateways')
  await button(page, 'Export').click()
  await select(page, 'Format', 'Backup archive')
  await page.getByText('Include members and their roles').click()
  await expectAccessible(page, 'export of a project')
  await button(page, 'Prepare the file').click()
  const tray = page.getByRole('region', { name: 'Exports and imports' })
  await tray.getByText('Harbor Gateways: Backup archive', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Members', exact: true }).first().click()
  await waitForHeading(page, 'Members')
  await tray.getByRole('link', { name: /^Download/ }).waitFor()
  await page.reload()
  await waitForHeading(page, 'Members')
  await tray.getByRole('link', { name: /^Download/ }).waitFor()
  await expectGoodLooks(page, 'job-tray')
  const file = await downloaded(page, () => tray.getByRole('link', { name: /^Download/ }).click())
  expect(file.name).toMatch(/\.zip$/)
  expect(file.text.slice(0, 2)).toBe('PK')
  await tray.getByRole('button', { name: /^Remove .* from the list/ }).click()
  await tray.getByText('No exports or imports in the last 24 hours').waitFor()
  await tray.getByRole('button', { name: /^Close/ }).click()
  await expect.poll(() => tray.count()).toBe(0)
})

test('an edited spreadsheet is previewed and applied', async () => {
  const { page, free, exported } = await importing('Update from a spreadsheet')
  const sheet = (await exported('csv')).toString()
  // The text of the SRG comes before the text of the component.
  const rule = free.find(({ title }) => sheet.includes(`,${title},${title},`))
  await choose(page, 'broken.xlsx', 'PK nothing')
  await page.getByRole('alert').filter({ hasText: 'broken.xlsx' }).waitFor()
  const edited = sheet.replace(
    `,${rule?.title},${rule?.title},`,
    `,${rule?.title},The gateway ends sessions that nobody uses.,`,
  )
  await choose(page, 'edited.csv', edited)
  await page.getByText('1 requirement would change', { exact: false }).first().waitFor()
  await expectGoodLooks(page, 'spreadsheet')
  await button(page, 'Change 1 requirement').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect
    .poll(() => read(page, `/rules/${rule?.id}`))
    .toMatchObject({
      title: 'The gateway ends sessions that nobody uses.',
    })
})

test('a disposition matrix is previewed row by row before the import', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1')
  await waitForHeading(page, 'Harbor Gateway 3')
  const matrix = await (await page.request.get('/components/1/export/disposition_csv', PATIENT)).text()
  await button(page, 'Import').click()
  await page.getByRole('menuitem', { name: 'Disposition matrix' }).click()
  await choose(page, 'matrix.csv', matrix)
  await page.getByText('19 unchanged', { exact: false }).first().waitFor()
  await expectAccessible(page, 'disposition matrix')
  await button(page, 'Import').last().click()
  await page
    .getByText(/^0 comments changed/)
    .first()
    .waitFor()
})

test('a project from Vulcan is previewed, renamed and imported, and skipped content is reported', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects')
  const [srg] = await read<{ id: number; srg_id: string; title: string; version: string }[]>(page, '/srgs')
  const { srg_rules: rules } = await read<{ srg_rules: { version: string }[] }>(page, `/srgs/${srg?.id}`)
  const guide = { srgId: srg?.srg_id ?? '', title: srg?.title ?? '', version: srg?.version ?? '' }
  const zip = toArchive(
    createPeerArchive({
      srg: guide,
      rules: [
        createPeerRule(guide.srgId, 1, { srg_rule_version: rules[0]?.version }),
        createPeerRule(guide.srgId, 2, { srg_rule_version: 'SRG-NONE' }),
      ],
      reviews: [createPeerReview(10)],
      project: {
        name: 'Old Harbor',
        memberships: [{ email: 'ines@old.example', name: 'Ines', role: 'author' }],
      },
    }),
  )
  await page.getByRole('link', { name: 'Import from Vulcan' }).click()
  await waitForHeading(page, 'Import from Vulcan')
  await choose(page, 'broken.zip', 'PK nothing')
  await page.getByRole('alert').waitFor()
  await choose(page, 'old.zip', zip)
  await page.getByText(/^The import would add 1 component, 1 requirement/).waitFor()
  await page.getByText(/requirement 000002 names no rule/).waitFor()
  await expectGoodLooks(page, 'move-in')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect.poll(() => name.inputValue()).toBe('Old Harbor')
  await name.fill('New Harbor')
  // Other parts are previewed without removing what was typed, and the checkbox has the focus.
  const members = page.getByRole('checkbox', { name: /^Members/ })
  for (const result of [/, 1 invitation\.$/, /^The import would add 1 component[^v]*\.$/]) {
    await members.press('Space')
    await page.getByText(result).first().waitFor()
    await expectFocus(members)
  }
  expect(await name.inputValue()).toBe('New Harbor')
  await page.getByRole('textbox', { name: 'Import Moved in as' }).fill('Moved gateway')
  await button(page, 'Import project').click()
  await waitForHeading(page, 'New Harbor is imported')
  await page.getByText(/requirement 000002 names no rule/).waitFor()
  await expectAccessible(page, 'moved in')
  await page.getByRole('link', { name: 'Open the project' }).click()
  await waitForHeading(page, 'New Harbor')
  await page.getByText('Moved gateway').first().waitFor()
  // The archive is imported into a project under another name.
  await button(page, 'Import').click()
  await page.getByRole('menuitem', { name: 'Backup archive' }).click()
  await choose(page, 'old.zip', zip)
  await page.getByText(/^The import would add 1 component/).waitFor()
  await expectAccessible(page, 'backup')
  await page.getByText('Members, as invitations that a project admin confirms').click()
  await page.getByText(/^The import would add 1 component.*, 1 invitation\./).waitFor()
  await button(page, 'Import').last().click()
  await page.getByRole('dialog', { name: 'Imported into New Harbor' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  // People become members only after an admin confirms, if an account has their address.
  await page.getByRole('link', { name: 'Members' }).first().click()
  await waitForHeading(page, 'Members')
  await page.getByText('Invitations from an import').waitFor()
  await expectAccessible(page, 'invitations')
  await button(page, 'Confirm ines@old.example').click()
  await page
    .getByText('No account has the verified address ines@old.example', { exact: false })
    .first()
    .waitFor()
  await button(page, 'Decline ines@old.example').click()
  await page.getByRole('alertdialog').getByText('deletes the invitation').waitFor()
  await button(page, 'Decline invitation').click()
  await button(page, 'Decline ines@old.example').waitFor({ state: 'detached' })
})

test('a guide is exported as a sheet with the selected columns', async () => {
  const page = await workbench.visitAs('stan@demo.example', '/app/srgs/1')
  await waitForHeading(page, /Harbor Gateway/)
  await button(page, 'Export').click()
  await page.getByText('CSV, a line per rule').click()
  await page.getByText('Check', { exact: true }).click()
  await expectAccessible(page, 'export of a guide')
  const sheet = await downloaded(page, () => page.getByRole('link', { name: 'Download' }).click())
  const [head = ''] = sheet.text.split('\n')
  expect(head).toContain('Fix')
  expect(head).not.toContain('Check')
})

test('dropped comment sheets are previewed row by row, and imported as comments of the named people', async () => {
  const { page, rules, exported } = await importing('Comment sheets', 'Harbor Gateway 3')
  const book = new exceljs.Workbook()
  await book.xlsx.load(Uint8Array.from(await exported('comment_sheet')).buffer)
  const [first, second] = rules
  for (const [name, cells] of [
    [first?.displayed_name, ['Sponsor', 'sponsor@navy.example', 'Which of the two?', '']],
    [second?.displayed_name, ['', '', 'Nobody said this.', '']],
  ] as const) {
    book.worksheets[0]?.eachRow((row) => {
      if (row.getCell(1).text !== name || row.getCell(2).text !== 'Title') return
      for (const [index, text] of cells.entries()) row.getCell(4 + index).value = text
    })
  }
  const filled = new Uint8Array(await book.xlsx.writeBuffer())
  await drop(page, [
    { name: 'navy.xlsx', bytes: filled },
    { name: 'army.xlsx', bytes: filled },
  ])
  await page
    .getByText('1 comment would be new, 1 already imported, 2 can’t', { exact: false })
    .first()
    .waitFor()
  await page.getByText('A comment needs the name of its commenter', { exact: false }).first().waitFor()
  await expect.poll(() => button(page, 'Import').last().isDisabled()).toBe(true)
  await expectGoodLooks(page, 'comment-sheets')
  book.worksheets[0]?.eachRow((row) => {
    if (row.getCell(6).text === 'Nobody said this.') row.getCell(6).value = null
  })
  await choose(page, 'navy.xlsx', new Uint8Array(await book.xlsx.writeBuffer()))
  await page.getByText('1 comment would be new.', { exact: false }).first().waitFor()
  await button(page, 'Import').last().click()
  await page.getByText('1 comment imported', { exact: false }).first().waitFor()
  await page.getByText(/^New comment, #/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a profile, a Markdown folder and a ReqIF document change requirements after a preview', async () => {
  const { page, id, free, exported, report } = await importing('InSpec profile')
  const [rule] = free
  const readTexts = async () => read<Record<string, string>>(page, `/rules/${rule?.id}`)
  const take = async () => {
    await button(page, 'Import').last().click()
    await page.getByText('1 requirement changed', { exact: false }).first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const open = async (entry: string) => {
    await button(page, 'Import').click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose(page, 'note.txt', 'no profile')
  await page.getByRole('alert').filter({ hasText: 'note.txt' }).waitFor()
  await choose(
    page,
    'one.rb',
    `control '${rule?.displayed_name}' do\n  describe service('sshd') do\n    it { should be_running }\n  end\nend\ncontrol 'SV-1' do\n  describe(1) { it { should eq 1 } }\nend\n`,
  )
  await page.getByText('1 requirement would change, 1 skipped', { exact: false }).first().waitFor()
  await report.getByText('It matches no requirement of this component.').waitFor()
  await expectGoodLooks(page, 'inspec')
  await take()
  await expect
    .poll(async () => (await readTexts())['inspec_control_body'])
    .toContain("describe service('sshd')")

  await open('Markdown folder')
  const folder = unzipSync(new Uint8Array(await exported('markdown')))
  const edited = Object.entries(folder).map(
    ([name, bytes]) =>
      [
        name,
        name.endsWith(`${rule?.displayed_name}.md`)
          ? strToU8(strFromU8(bytes).replaceAll(rule?.title ?? '', 'Sessions end by themselves'))
          : bytes,
      ] as const,
  )
  await drop(page, [{ name: 'folder.zip', bytes: zipSync(Object.fromEntries(edited)) }])
  await page.getByText('1 requirement would change', { exact: false }).first().waitFor()
  await expectAccessible(page, 'Markdown')
  await take()
  await expect.poll(async () => (await readTexts())['title']).toBe('Sessions end by themselves')

  await open('ReqIF document')
  const document = (await exported('reqif')).toString()
  await choose(page, 'all.reqif', document.replaceAll('Sessions end by themselves', 'Sessions end when idle'))
  await page.getByText('1 requirement would change', { exact: false }).first().waitFor()
  await page.getByText('Create requirements that don’t exist here yet').click()
  await button(page, 'Import').last().and(page.locator(':enabled')).waitFor()
  await expectAccessible(page, 'ReqIF')
  await take()
  await expect.poll(async () => (await readTexts())['title']).toBe('Sessions end when idle')

  const author = await workbench.visitAs('ari@demo.example', `/app/components/${id}`)
  await button(author, 'Import').click()
  await author.getByRole('menuitem', { name: 'ReqIF document' }).click()
  await choose(author, 'all.reqif', document)
  await author.getByText('1 requirement would change', { exact: false }).first().waitFor()
  expect(await author.getByText('Create requirements that don’t exist here yet').count()).toBe(0)

  const viewer = await workbench.visitAs('vito@demo.example', `/app/components/${id}`)
  await waitForHeading(viewer, 'Harbor Gateway 4')
  await button(viewer, 'Export').waitFor()
  await expect.poll(() => button(viewer, 'Import').count()).toBe(0)
})
