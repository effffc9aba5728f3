import exceljs, { type Worksheet } from 'exceljs'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { readXlsx } from '../../../src/formats/xlsx/read.ts'
import { download } from '../../support/files.ts'
import { createCsvForm } from '../../support/sheets.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

test('C-87: a workbook that is imported unchanged changes nothing, whatever characters its texts contain', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const author = await world.createMember(project, 'author')
  const rest = await world.rest(author)
  const texts = {
    title: 'Bell\u0001, \u000b and \u001f',
    fixtext: '_x0041_ is no A, _x0041\u0001 neither, \u0001x0042_ no B',
    vendorComments: 'End\ufffe\uffff of _x005F_',
    statusJustification: "'=no formula",
    artifactDescription: '=1+1',
  }
  const rule = await world.createRule(component, texts)
  const { bytes } = await download(
    world,
    author,
    `/components/${component.id}/export/excel?mode=working_copy`,
  )
  const form = createFileForm('a.xlsx', bytes)
  const path = `/components/${component.id}`
  expect((await rest.post(`${path}/preview_spreadsheet_update`, form)).body).toMatchObject({
    updated: [],
    unchanged: [{ rule_id: rule.ruleId }],
  })
  expect((await readXlsx('a.xlsx', bytes, () => true)).sheet.texts[1]).toEqual(
    expect.arrayContaining(Object.values(texts)),
  )
})

test('the first visible sheet is read, and a day in it is a day', async () => {
  const project = await world.createProject()
  const rest = await world.rest(await world.createMember(project, 'author'))
  const component = await world.createComponent(project)
  const rule = await world.createRule(component)
  const book = new exceljs.Workbook()
  book.addWorksheet('Hidden', { state: 'hidden' }).addRow(['Nothing'])
  const visibleSheet = book.addWorksheet('Shown')
  visibleSheet.addRow(['STIGID', 'Artifact Description'])
  visibleSheet.addRow([`ABCD-01-${rule.ruleId}`, new Date('2026-01-02T00:00:00Z')])
  const bytes = new Uint8Array(await book.xlsx.writeBuffer())
  const path = `/components/${component.id}/preview_spreadsheet_update`
  expect((await rest.post(path, createFileForm('a.xlsx', bytes))).body.updated).toMatchObject([
    { changes: { artifact_description: { from: null, to: '2026-01-02' } } },
  ])
})

test('a formula in a workbook is read as its result, or as its own text without a stored result', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  await world.createRule(component)
  const rest = await world.rest(await world.createMember(project, 'author'))
  const cells = new Map([
    ['1,1', { formula: 'CONCAT("a","b")' }],
    ['1,2', { formula: 'CONCAT("c","d")', formulaResult: 'cd' }],
  ])
  const rows = [
    ['STIGID', 'Requirement', 'Fix'],
    ['ABCD-01-000001', null, null],
  ]
  const bytes = Uint8Array.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows, cells }] }))
  const path = `/components/${component.id}/preview_spreadsheet_update`
  expect((await rest.post(path, createFileForm('a.xlsx', bytes))).body.updated).toMatchObject([
    { changes: { title: { to: '=CONCAT("a","b")' }, fixtext: { to: 'cd' } } },
  ])
})

test('a spreadsheet error value is not read as text, and the error names file, row and column', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rule = await world.createRule(component, { title: 'Old' })
  const rest = await world.rest(await world.createMember(project, 'author'))
  const path = `/components/${component.id}/apply_spreadsheet_update`
  const book = async (fill: (sheet: Worksheet) => void) => {
    const workbook = new exceljs.Workbook()
    const page = workbook.addWorksheet('Sheet')
    page.addRow(['STIGID', 'Requirement', 'Fix', 'Mine'])
    page.addRow(['ABCD-01-000001', 'New', 'New', ''])
    fill(page)
    return createFileForm('a.xlsx', new Uint8Array(await workbook.xlsx.writeBuffer()))
  }
  const error = { error: '#REF!' } as const
  for (const [form, message] of [
    [
      await book((page) => (page.getCell('B2').value = error)),
      /a\.xlsx has the error #REF! in Requirement \(row 2\)/,
    ],
    [
      await book((page) => (page.getCell('C2').value = { formula: 'X1', result: { error: '#VALUE!' } })),
      /#VALUE! in Fix \(row 2\)/,
    ],
    [createCsvForm('STIGID,Requirement', 'ABCD-01-000001,#NAME?'), /#NAME\? in Requirement \(row 2\)/],
  ] as const) {
    const answer = await rest.patch(path, form)
    expect([answer.status, answer.body.reason]).toEqual([422, 'spreadsheet.unreadable'])
    expect(answer.body.error).toMatch(message)
  }
  expect((await rest.get(`/rules/${rule.id}`)).body.title).toBe('Old')
  for (const path of ['import_disposition', 'import_comment_sheets']) {
    const headers = 'Comment ID,Triage Status,Commenter,Comment,Row'
    const answer = await rest.post(
      `/components/${component.id}/${path}`,
      createCsvForm(headers, ',,Ann,#REF!,x'),
    )
    expect(answer.body.toast.message.join()).toMatch(/#REF! in Comment \(row 2\)/)
  }
  expect((await rest.patch(path, await book((page) => (page.getCell('D2').value = error)))).status).toBe(200)
})
