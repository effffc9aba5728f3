import exceljs, { type Worksheet } from 'exceljs'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { Satisfaction } from '../../../entities/satisfaction.ts'
import { csvLine } from '../../../src/formats/csv.ts'
import type { Body } from '../../support/rest.ts'
import { readCsv } from '../../../src/formats/spreadsheet/csv-reader.ts'
import { readXlsx } from '../../../src/formats/xlsx/read.ts'
import { download } from '../../support/files.ts'
import { fileForm } from '../../support/uploads.ts'
import { aWorld } from '../../support/world.ts'

const world = aWorld()
const HEADERS = [
  'SRGID',
  'STIGID',
  'Severity',
  'Requirement',
  'VulDiscussion',
  'Status',
  'Check',
  'Fix',
  'Status Justification',
  'Artifact Description',
  'Vendor Comments',
]

const sheet = (...rows: string[][]) =>
  new TextEncoder().encode([HEADERS, ...rows].map((row) => csvLine(row)).join(''))
const csvFile = (...lines: string[]) => fileForm('a.csv', new TextEncoder().encode(lines.join('\n')))
const row = (number: number, given: Record<string, string> = {}) => {
  const digits = String(number).padStart(6, '0')
  const values: Record<string, string> = {
    SRGID: `SRG-APP-${digits}`,
    STIGID: `ABCD-01-${digits}`,
    Severity: 'CAT I',
    Requirement: `Requirement ${number}`,
    VulDiscussion: 'Why it matters.',
    Status: 'applicable - configurable',
    Check: 'Look at it.',
    Fix: 'Configure it.',
    ...given,
  }
  return HEADERS.map((header) => values[header] ?? '')
}

test('C-86: a component is made of a sheet, with what else its SRG has, and its texts become links', async () => {
  const project = await world.aProject()
  const rest = await world.rest(await world.aMember(project, 'admin'))
  const srg = await world.anSrg()
  const refused = fileForm('sheet.csv', sheet(row(1, { STIGID: 'ABCD-01-1234567' })), 'component[file]')
  refused.set('component[name]', 'Of a sheet')
  refused.set('component[security_requirements_guide_id]', String(srg.id))
  const answer = await rest.post(`/projects/${project.id}/components`, refused)
  expect(answer.status).toBe(422)
  expect(answer.body.toast.message.join(' ')).toMatch(/more than six digits \(row 2\)/)
  const form = fileForm(
    'sheet.csv',
    sheet(row(2, { 'Vendor Comments': 'Ours. Satisfies: ABCD-01-000001' }), row(1, { Requirement: '=1+1' })),
    'component[file]',
  )
  form.set('component[name]', 'Of a sheet')
  form.set('component[title]', 'Title')
  form.set('component[security_requirements_guide_id]', String(srg.id))
  const made = await rest.post(`/projects/${project.id}/components`, form)
  expect(made).toMatchObject({ status: 200, body: { component: { name: 'Of a sheet', prefix: 'ABCD-01' } } })
  const { rules } = (await rest.get(`/components/${made.body.component.id}`)).body
  expect(rules.map(({ rule_id: number }: { rule_id: string }) => number)).toEqual([
    '000001',
    '000002',
    '000003',
  ])
  expect(rules[0]).toMatchObject({
    title: '=1+1',
    rule_severity: 'high',
    status: 'Applicable - Configurable',
  })
  expect(rules[1]).toMatchObject({ vendor_comments: 'Ours.', satisfies: [{ rule_id: '000001' }] })
})

describe('C-86: a satisfaction that a sheet tells', () => {
  /** The requirements of a component that is made of a sheet with these rows, of an SRG with three. */
  async function madeOf(...rows: string[][]): Promise<Body[]> {
    const project = await world.aProject()
    const rest = await world.rest(await world.aMember(project, 'admin'))
    const form = fileForm('sheet.csv', sheet(...rows), 'component[file]')
    form.set('component[name]', 'Of a sheet')
    form.set('component[security_requirements_guide_id]', String((await world.anSrg()).id))
    const made = await rest.post(`/projects/${project.id}/components`, form)
    expect(made.status, made.text).toBe(200)
    return (await rest.get(`/components/${made.body.component.id}`)).body.rules
  }
  const parentsAndChildren = (rules: Body[]) =>
    rules.map(({ satisfies }) => satisfies.map(({ rule_id: number }: { rule_id: string }) => number))

  test.each([
    ['by its SRG id', 'Satisfies: SRG-APP-000003', [['000003'], [], []]],
    ['by its SRG id in small letters', 'Satisfies: srg-app-000003', [['000003'], [], []]],
    ['by its displayed name', 'Satisfies: ABCD-01-000002', [['000002'], [], []]],
    ['as the one that satisfies', 'Satisfied by: SRG-APP-000002', [[], ['000001'], []]],
    ['beside one that nobody knows', 'Satisfies: SRG-APP-000003, SRG-APP-999999', [['000003'], [], []]],
    ['twice', 'Satisfies: SRG-APP-000002; ABCD-01-000002.', [['000002'], [], []]],
  ])('may be with a requirement that only the SRG has, named %s', async (_, said, expected) => {
    for (const column of ['VulDiscussion', 'Vendor Comments']) {
      const rules = await madeOf(row(1, { [column]: `As it was.\n${said}` }))
      expect(parentsAndChildren(rules)).toEqual(expected)
      const [{ vendor_comments: comments, disa_rule_descriptions_attributes: parts }] = rules as [Body]
      expect(column === 'VulDiscussion' ? parts[0].vuln_discussion : comments).toBe('As it was.')
    }
  })

  test('is with the row of an SRG id before another requirement of it, never with itself, never on two levels', async () => {
    const first = row(7, { SRGID: 'SRG-APP-000002' })
    const second = row(5, { SRGID: 'SRG-APP-000001', VulDiscussion: 'Satisfies: SRG-APP-000002' })
    expect(parentsAndChildren(await madeOf(first, second))).toEqual([['000007'], [], []])
    expect(parentsAndChildren(await madeOf(row(1, { VulDiscussion: 'Satisfies: SRG-APP-000001' })))).toEqual([
      [],
      [],
      [],
    ])
    const chain = [
      row(1, { VulDiscussion: 'Satisfies: SRG-APP-000002' }),
      row(2, { VulDiscussion: 'Satisfies: SRG-APP-000003' }),
    ]
    expect(parentsAndChildren(await madeOf(...chain))).toEqual([['000002'], [], []])
  })
})

test('an apostrophe of a text comes back through CSV, and the one that was put in front does not (C-73)', async () => {
  const texts = ["'@x", "''=1", '@x', "'quoted'", "'", "'-1\n+2"]
  const file = (title: string) => new TextEncoder().encode(csvLine(['A', 'B']) + csvLine([title, 'b']))
  for (const text of texts) expect(readCsv('a.csv', file(text), () => 1).sheet.texts[1]?.[0], text).toBe(text)
  const project = await world.aProject()
  const component = await world.aComponent(project)
  await world.aRule(component, { title: "'@x" })
  await world.aRule(component, { title: '@x' })
  const author = await world.aMember(project, 'author')
  const { text } = await download(world, author, `/components/${component.id}/export/csv?mode=working_copy`)
  expect(text).toContain("''@x")
  const path = `/components/${component.id}/preview_spreadsheet_update`
  const preview = async (csv: string) =>
    (await (await world.rest(author)).post(path, fileForm('a.csv', new TextEncoder().encode(csv)))).body
  expect((await preview(text)).updated).toEqual([])
  // Files of before have one apostrophe in front of either.
  expect((await preview(text.replaceAll("''@", "'@"))).updated).toEqual([])
})

test('C-87: a workbook that comes back as it went changes nothing, whatever characters its texts have', async () => {
  const project = await world.aProject()
  const component = await world.aComponent(project)
  const author = await world.aMember(project, 'author')
  const rest = await world.rest(author)
  const texts = {
    title: 'Bell\u0001, \u000b and \u001f',
    fixtext: '_x0041_ is no A, _x0041\u0001 neither, \u0001x0042_ no B',
    vendorComments: 'End\ufffe\uffff of _x005F_',
  }
  const rule = await world.aRule(component, texts)
  const { bytes } = await download(
    world,
    author,
    `/components/${component.id}/export/excel?mode=working_copy`,
  )
  const form = fileForm('a.xlsx', bytes)
  const path = `/components/${component.id}`
  expect((await rest.post(`${path}/preview_spreadsheet_update`, form)).body).toMatchObject({
    updated: [],
    unchanged: [{ rule_id: rule.ruleId }],
  })
  expect((await readXlsx('a.xlsx', bytes, () => true)).sheet.texts[1]).toEqual(
    expect.arrayContaining(Object.values(texts)),
  )
})

test('C-87: a preview shows what a sheet changes, and applying it changes that', async () => {
  const project = await world.aProject()
  const component = await world.aComponent(project)
  await world.aRule(component, { title: 'Old', fixtext: 'Configure it.' })
  const locked = await world.aRule(component, { locked: true })
  const rest = await world.rest(await world.aMember(project, 'author'))
  const bytes = sheet(row(1, { Requirement: 'New', Fix: '' }), row(2), row(77))
  const preview = await rest.post(
    `/components/${component.id}/preview_spreadsheet_update`,
    fileForm('a.csv', bytes),
  )
  expect(preview.status).toBe(200)
  expect(preview.body.updated).toMatchObject([
    {
      rule_id: '000001',
      changes: { title: { from: 'Old', to: 'New' }, fixtext: { from: 'Configure it.', to: null } },
    },
  ])
  expect(preview.body.skipped_locked).toMatchObject([{ rule_id: locked.ruleId, reason: 'locked' }])
  expect(preview.body.warnings).toHaveLength(1)
  const form = fileForm('a.csv', bytes)
  form.set('preview_token', preview.body.preview_token)
  const applied = await rest.patch(`/components/${component.id}/apply_spreadsheet_update`, form)
  expect(applied).toMatchObject({
    status: 200,
    body: { toast: { message: ['1 requirements were updated.'] } },
  })
  expect((await rest.patch(`/components/${component.id}/apply_spreadsheet_update`, form)).status).toBe(409)
  const again = await rest.post(
    `/components/${component.id}/preview_spreadsheet_update`,
    fileForm('a.csv', bytes),
  )
  expect(again.body.updated).toEqual([])
  const viewer = await world.rest(await world.aMember(project, 'viewer'))
  expect(
    (await viewer.patch(`/components/${component.id}/apply_spreadsheet_update`, fileForm('a.csv', bytes)))
      .status,
  ).toBe(403)
})

test('E-14: a token of a preview that is there and blank guards nothing and is refused; none need be there', async () => {
  const project = await world.aProject()
  const component = await world.aComponent(project)
  const rule = await world.aRule(component, { title: 'Old' })
  const rest = await world.rest(await world.aMember(project, 'author'))
  const apply = (fields: Record<string, string>) => {
    const form = fileForm('a.csv', sheet(row(1, { Requirement: 'New' })))
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return rest.patch(`/components/${component.id}/apply_spreadsheet_update`, form)
  }
  const title = async () => (await rest.get(`/rules/${rule.id}`)).body.title
  for (const blank of ['', '  ', '\t']) {
    const refused = await apply({ preview_token: blank })
    expect(refused.status).toBe(422)
    expect(refused.body.toast.message).toEqual(['Preview token must not be blank'])
  }
  expect(await title()).toBe('Old')
  expect((await apply({})).status).toBe(200)
  expect(await title()).toBe('New')
})

test('E-14: a sheet is guarded by its component, by header and by fields of the form', async () => {
  const project = await world.aProject()
  const component = await world.aComponent(project)
  const rule = await world.aRule(component, { title: 'Old' })
  const rest = await world.rest(await world.aMember(project, 'author'))
  const apply = (fields: Record<string, string>, headers = {}) => {
    const form = fileForm('a.csv', sheet(row(1, { Requirement: 'New' })))
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return rest.patch(`/components/${component.id}/apply_spreadsheet_update`, form, headers)
  }
  const title = async () => (await rest.get(`/rules/${rule.id}`)).body.title
  const refusals = [
    await apply({}, { 'if-match': '"999"' }),
    await apply({ expected_lock_version: '999' }),
    await apply({ expected_updated_at: '2001-01-01 00:00:00 UTC' }),
    await apply({}, { 'if-match': '"999"', prefer: 'respond-async' }),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([412, 409, 409, 412])
  for (const { body } of refusals)
    expect(body).toMatchObject({ reason: 'stale', component: { lock_version: component.lockVersion } })
  expect(await title()).toBe('Old')
  const version = String(component.lockVersion)
  expect((await apply({ expected_lock_version: version }, { 'if-match': `"${version}"` })).status).toBe(200)
  expect(await title()).toBe('New')
})

test('sheets that cannot be used are refused in the words of the peer, naming file and row', async () => {
  const project = await world.aProject()
  const component = await world.aComponent(project)
  await world.aRule(component)
  const rest = await world.rest(await world.aMember(project, 'author'))
  const path = `/components/${component.id}/preview_spreadsheet_update`
  const csv = (text: string) => fileForm('bad.csv', new TextEncoder().encode(text))
  for (const [form, said] of [
    [csv('STIGID,stig id,STIGID,Fix\na,b\n'), /column stig id twice.*row 1/],
    [csv('STIGID,Fixx\nABCD-01-000001,Text\n'), /lacks.*row 1/],
    [csv(`STIGID,Fix\nABCD-01-000001,${'x'.repeat(300_000)}\n`), /300000 characters.*row 2/],
    [csv('STIGID,Fix\n'), /no rows/],
    [csv('Requirement,Fix\nTitle,Text\n'), /lacks.*STIGID or SRGID.*row 1/],
    [fileForm('bad.xlsx', new Uint8Array(100)), /bad\.xlsx/],
    [fileForm('bad.ods', new Uint8Array(100)), /bad\.ods/],
  ] as const) {
    const answer = await rest.post(path, form)
    expect(answer.status).toBe(422)
    expect(answer.body.error).toMatch(said)
  }
  expect((await rest.post('/components/detect_srg', csv('SRGID\nSRG-NONE-1\n'))).body).toMatchObject({
    error: expect.any(String),
  })
})

test('C-87: check and fix that a requirement has of its parent are told when a sheet changes them', async () => {
  const project = await world.aProject()
  const rest = await world.rest(await world.aMember(project, 'author'))
  const component = await world.aComponent(project)
  const parent = await world.aRule(component, { fixtext: 'Of the parent' })
  const child = await world.aRule(component, { fixtext: 'Of the child' })
  await world.stored((em) =>
    em.create(Satisfaction, { ruleId: child.id, satisfiedByRuleId: parent.id, componentId: component.id }),
  )
  const preview = async (fix: string) => {
    const text = `STIGID,Fix\nABCD-01-${child.ruleId},${fix}\n`
    const path = `/components/${component.id}/preview_spreadsheet_update`
    return (await rest.post(path, fileForm('a.csv', new TextEncoder().encode(text)))).body
  }
  expect(await preview('Of the parent')).toMatchObject({ updated: [], skipped_locked: [] })
  expect(await preview('')).toMatchObject({ updated: [], skipped_locked: [] })
  expect(await preview('Something else')).toMatchObject({
    updated: [],
    skipped_locked: [{ rule_id: child.ruleId, reason: 'inherited' }],
  })
})

test('the first sheet that is not hidden is read, and a day in it is a day', async () => {
  const project = await world.aProject()
  const rest = await world.rest(await world.aMember(project, 'author'))
  const component = await world.aComponent(project)
  const rule = await world.aRule(component)
  const book = new exceljs.Workbook()
  book.addWorksheet('Hidden', { state: 'hidden' }).addRow(['Nothing'])
  const shown = book.addWorksheet('Shown')
  shown.addRow(['STIGID', 'Artifact Description'])
  shown.addRow([`ABCD-01-${rule.ruleId}`, new Date('2026-01-02T00:00:00Z')])
  const bytes = new Uint8Array(await book.xlsx.writeBuffer())
  const path = `/components/${component.id}/preview_spreadsheet_update`
  expect((await rest.post(path, fileForm('a.xlsx', bytes))).body.updated).toMatchObject([
    { changes: { artifact_description: { from: null, to: '2026-01-02' } } },
  ])
})

test('a formula in a workbook is its result, or its own text where the file holds none', async () => {
  const project = await world.aProject()
  const component = await world.aComponent(project)
  await world.aRule(component)
  const rest = await world.rest(await world.aMember(project, 'author'))
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
  expect((await rest.post(path, fileForm('a.xlsx', bytes))).body.updated).toMatchObject([
    { changes: { title: { to: '=CONCAT("a","b")' }, fixtext: { to: 'cd' } } },
  ])
})

test('C-87: a row is matched by its whole name or number, and any other is told and changes nothing', async () => {
  const project = await world.aProject()
  const component = await world.aComponent(project)
  const rule = await world.aRule(component, { title: 'Old' })
  await world.aRule(component, { title: 'Old' })
  const rest = await world.rest(await world.aMember(project, 'author'))
  const names = [
    'REQ-1',
    'REQ-000001',
    'WXYZ-01-000001',
    'ABCD-01-000001 x',
    'ABCD-01-',
    '1a',
    'abcd-01-000002',
  ]
  const bytes = sheet(...names.map((name) => row(9, { STIGID: name, SRGID: '', Requirement: 'New' })))
  const answer = await rest.patch(
    `/components/${component.id}/apply_spreadsheet_update`,
    fileForm('a.csv', bytes),
  )
  expect(answer.body).toMatchObject({
    toast: { message: ['1 requirements were updated.'], variant: 'warning' },
    warnings: names
      .slice(0, -1)
      .map(
        (name, at) => `a.csv, row ${at + 2}: there is no requirement ${name.trim()}; the row is left out.`,
      ),
  })
  expect((await rest.get(`/rules/${rule.id}`)).body.title).toBe('Old')
  const numbered = csvFile('STIGID,Requirement', '1,By its number')
  expect(
    (await rest.patch(`/components/${component.id}/apply_spreadsheet_update`, numbered)).body.warnings,
  ).toEqual([])
  expect((await rest.get(`/rules/${rule.id}`)).body.title).toBe('By its number')
})

test('an error of the spreadsheet is no text: file, row and column are named', async () => {
  const project = await world.aProject()
  const component = await world.aComponent(project)
  const rule = await world.aRule(component, { title: 'Old' })
  const rest = await world.rest(await world.aMember(project, 'author'))
  const path = `/components/${component.id}/apply_spreadsheet_update`
  const book = async (fill: (sheet: Worksheet) => void) => {
    const made = new exceljs.Workbook()
    const page = made.addWorksheet('Sheet')
    page.addRow(['STIGID', 'Requirement', 'Fix', 'Mine'])
    page.addRow(['ABCD-01-000001', 'New', 'New', ''])
    fill(page)
    return fileForm('a.xlsx', new Uint8Array(await made.xlsx.writeBuffer()))
  }
  const error = { error: '#REF!' } as const
  for (const [form, said] of [
    [
      await book((page) => (page.getCell('B2').value = error)),
      /a\.xlsx has the error #REF! in Requirement \(row 2\)/,
    ],
    [
      await book((page) => (page.getCell('C2').value = { formula: 'X1', result: { error: '#VALUE!' } })),
      /#VALUE! in Fix \(row 2\)/,
    ],
    [csvFile('STIGID,Requirement', 'ABCD-01-000001,#NAME?'), /#NAME\? in Requirement \(row 2\)/],
  ] as const) {
    const answer = await rest.patch(path, form)
    expect([answer.status, answer.body.reason]).toEqual([422, 'spreadsheet.unreadable'])
    expect(answer.body.error).toMatch(said)
  }
  expect((await rest.get(`/rules/${rule.id}`)).body.title).toBe('Old')
  for (const path of ['import_disposition', 'import_comment_sheets']) {
    const headers = 'Comment ID,Triage Status,Commenter,Comment,Row'
    const answer = await rest.post(`/components/${component.id}/${path}`, csvFile(headers, ',,Ann,#REF!,x'))
    expect(answer.body.toast.message.join()).toMatch(/#REF! in Comment \(row 2\)/)
  }
  expect((await rest.patch(path, await book((page) => (page.getCell('D2').value = error)))).status).toBe(200)
})

test('a released component has no preview: members lack the right, administrators meet the snapshot', async () => {
  const project = await world.aProject()
  const component = await world.aComponent(project)
  await world.database.queries
    .updateTable('components')
    .set({ released: true })
    .where('id', '=', component.id)
    .execute()
  const path = `/components/${component.id}/preview_spreadsheet_update`
  const author = await world.rest(await world.aMember(project, 'author'))
  expect((await author.post(path, fileForm('a.csv', sheet(row(1))))).status).toBe(403)
  const admin = await world.rest(await world.aUser({ admin: true }))
  expect(await admin.post(path, fileForm('a.csv', sheet(row(1))))).toMatchObject({
    status: 422,
    body: { reason: 'component.released', error: expect.any(String), toast: expect.anything() },
  })
})
