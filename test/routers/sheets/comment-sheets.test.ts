import exceljs from 'exceljs'
import { expect, test } from 'vitest'
import { download } from '../../support/files.ts'
import type { Body } from '../../support/rest.ts'
import { writeCsv } from '../../support/sheets.ts'
import { recordStatements } from '../../support/statements.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The cells that a commenter fills in for a section of a requirement. */
interface SheetRow {
  requirement: string
  section: string
  cells: [name: string, email: string, comment: string, proposed: string]
}

/** The sheet with these rows filled in. */
async function fillIn(bytes: Uint8Array, ...written: SheetRow[]): Promise<Uint8Array> {
  const book = new exceljs.Workbook()
  await book.xlsx.load(Uint8Array.from(bytes).buffer)
  const [sheet] = book.worksheets
  sheet?.eachRow((row) => {
    const cells = written.find(
      ({ requirement, section }) => row.getCell(1).text === requirement && row.getCell(2).text === section,
    )
    for (const [index, text] of (cells?.cells ?? []).entries()) row.getCell(4 + index).value = text
  })
  return new Uint8Array(await book.xlsx.writeBuffer())
}

async function createScene() {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rule = await world.createRule(component, { title: 'Must log', fixtext: 'Configure it.' })
  const author = await world.createMember(project, 'author')
  const viewer = await world.createMember(project, 'viewer')
  const rest = await world.rest(author)
  const sheet = await download(world, viewer, `/components/${component.id}/export/comment_sheet`)
  const send = async (files: Uint8Array[], dryRun?: boolean) => {
    const form = new FormData()
    for (const [index, bytes] of files.entries()) {
      form.append('file', new File([Uint8Array.from(bytes)], `round-${index + 1}.xlsx`))
    }
    if (dryRun !== undefined) form.set('dry_run', String(dryRun))
    return rest.post(`/components/${component.id}/import_comment_sheets`, form)
  }
  const comments = async (): Promise<Body[]> =>
    (await rest.get(`/components/${component.id}/comments?triage_status=all`)).body.rows
  return { project, component, rule, author, viewer, rest, sheet, send, comments }
}

const FIX: SheetRow = {
  requirement: 'ABCD-01-000001',
  section: 'Fix',
  cells: ['Sponsor', 'sponsor@example.org', 'Too vague', 'Set X to 1.'],
}
const REQUIREMENT_ROW: SheetRow = {
  requirement: 'ABCD-01-000001',
  section: 'Overall Requirement',
  cells: ['Sponsor', '', '=1+1 is no formula', ''],
}
const COMPONENT: SheetRow = {
  requirement: '(component)',
  section: 'Overall Component',
  cells: ['Vendor', '', 'Good work', ''],
}

test('R-62: a comment sheet is protected except for the columns of the commenter', async () => {
  const { sheet } = await createScene()
  expect(sheet).toMatchObject({ status: 200, type: XLSX })
  const book = new exceljs.Workbook()
  await book.xlsx.load(Uint8Array.from(sheet.bytes).buffer)
  const [page] = book.worksheets
  const fix = page?.getRows(2, page.rowCount - 1)?.find((row) => row.getCell(2).text === 'Fix')
  expect(fix?.getCell(3).text).toBe('Configure it.')
  const open = [1, 2, 3, 4, 5, 6, 7, 8].filter((column) => fix?.getCell(column).protection?.locked === false)
  expect(open).toEqual([4, 5, 6, 7])
  expect((page as unknown as { sheetProtection: object }).sheetProtection).toMatchObject({ sheet: true })
})

test('R-62: several sheets are imported as comments of the named people, and a second import changes nothing', async () => {
  const { sheet, send, comments, rest, rule } = await createScene()
  const files = [await fillIn(sheet.bytes, FIX, REQUIREMENT_ROW), await fillIn(sheet.bytes, COMPONENT, FIX)]
  const preview = await send(files)
  expect(preview.body.rows.map(({ outcome }: Body) => outcome)).toEqual([
    'imported',
    'imported',
    'imported',
    'known',
  ])
  expect(await comments()).toEqual([])
  expect((await rest.patch(`/rules/${rule.id}`, { rule: { fixtext: 'Configure it well.' } })).status).toBe(
    200,
  )
  const done = await send(files, false)
  expect(done.status).toBe(200)
  expect(done.body.rows.filter((row: Body) => row.text_changed).map(({ section }: Body) => section)).toEqual([
    'Fix',
    'Fix',
  ])
  const created = await comments()
  expect(created).toHaveLength(3)
  expect(created).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        comment: 'Too vague\n\nProposed text:\nSet X to 1.',
        section: 'fixtext',
        commenter_display_name: 'Sponsor',
        commenter_imported: true,
      }),
    ]),
  )
  const fix = created.find(({ section }) => section === 'fixtext')
  await rest.patch(`/reviews/${fix?.id}/section`, {
    section: 'check_content',
    audit_comment: 'It is about the check',
  })
  const again = await send(files, false)
  expect(again.body.rows.map(({ outcome }: Body) => outcome)).toEqual(['known', 'known', 'known', 'known'])
  expect(await comments()).toHaveLength(3)
})

test('R-62: no row of a dry run names a comment that was rolled back, also if another file repeats it', async () => {
  const { sheet, send } = await createScene()
  const filled = await fillIn(sheet.bytes, FIX)
  const readRows = async (dryRun: boolean) =>
    (await send([filled, filled], dryRun)).body.rows.map(({ outcome, comment_id: id }: Body) => [outcome, id])
  expect(await readRows(true)).toEqual([
    ['imported', null],
    ['known', null],
  ])
  const [[, id]] = await readRows(false)
  expect(await readRows(true)).toEqual([
    ['known', id],
    ['known', id],
  ])
})

test('a row of a deleted requirement is skipped, and a row of a non-member rejects the whole sheet', async () => {
  const { sheet, send, comments, rule, component, rest, viewer } = await createScene()
  const other = await createScene()
  const foreign = await fillIn(other.sheet.bytes, REQUIREMENT_ROW)
  const rejected = await send([await fillIn(sheet.bytes, REQUIREMENT_ROW), foreign], false)
  expect(rejected.status).toBe(422)
  expect(rejected.body).toMatchObject({
    reason: 'comment_sheet.refused',
    rows: [{ outcome: 'imported' }, { file: 'round-2.xlsx', outcome: 'refused' }],
  })
  const nobody: SheetRow = { ...FIX, cells: ['', '', 'Whose?', ''] }
  expect((await send([await fillIn(sheet.bytes, nobody)])).body.rows).toMatchObject([{ outcome: 'refused' }])
  expect(await comments()).toEqual([])
  await world.database.queries
    .updateTable('rules')
    .set({ deleted_at: new Date() })
    .where('id', '=', rule.id)
    .execute()
  const late = await send([await fillIn(sheet.bytes, REQUIREMENT_ROW)], false)
  expect(late).toMatchObject({ status: 200, body: { rows: [{ outcome: 'skipped' }] } })
  const path = `/components/${component.id}/import_comment_sheets`
  const denied = await world.rest(viewer)
  expect((await denied.post(path, createFileForm('a.xlsx', sheet.bytes))).status).toBe(403)
  expect((await rest.post(path, createFileForm('a.xlsx', new Uint8Array(100)))).status).toBe(422)
  const extra = createFileForm('a.xlsx', sheet.bytes)
  extra.set('surprise', '1')
  expect((await rest.post(path, extra)).status).toBe(422)
})

test('only members can export a comment sheet', async () => {
  const { component } = await createScene()
  const nonMember = await world.createUser()
  const path = `/components/${component.id}/export/comment_sheet`
  expect((await download(world, nonMember, path)).status).toBe(404)
})

test('R-62: a row with a name and without a comment is listed in the warnings', async () => {
  const { sheet, send } = await createScene()
  const namedSheet = await fillIn(sheet.bytes, { ...FIX, cells: ['Sponsor', '', '', ''] })
  const checked = await send([namedSheet])
  expect(checked).toMatchObject({ status: 200, body: { rows: [] } })
  expect(checked.body.warnings).toEqual([expect.stringContaining('names no comment and is left out')])
})

test('R-62: a sheet needs as many statements for many comments as for few', async () => {
  const { component, rule, rest } = await createScene()
  const send = (count: number) => {
    const row = `${component.id}/${rule.id}/whole/0123456789abcdef`
    const lines = Array.from({ length: count }, (_, index) => ['Sponsor', `Comment ${count}/${index}`, row])
    const form = createFileForm('sheet.csv', writeCsv([['Commenter', 'Comment', 'Row'], ...lines]))
    form.set('dry_run', 'false')
    return recordStatements(() => rest.post(`/components/${component.id}/import_comment_sheets`, form))
  }
  const [few, many] = [await send(2), await send(20)]
  expect(many.result.body.rows.filter(({ outcome }: Body) => outcome === 'imported')).toHaveLength(20)
  expect(many.statements.length).toBe(few.statements.length)
})
