import exceljs from 'exceljs'
import { describe, expect, test } from 'vitest'
import type { Component } from '../../../entities/component.ts'
import type { User } from '../../../entities/user.ts'
import { download } from '../../support/files.ts'
import type { Body, Rest } from '../../support/rest.ts'
import { writeCsv, writeSheet } from '../../support/sheets.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

interface SheetWorld {
  component: Component
  rest: Rest
  author: User
  path: string
}

/** A component with two requirements, and the usual headers of a sheet. */
async function createFixture(input: object = {}): Promise<SheetWorld> {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  await world.rules(component, 2, { title: 'Old', fixtext: 'Configure it.', ident: 'CCI-000366', ...input })
  const author = await world.createMember(project, 'author')
  return { component, author, rest: await world.rest(author), path: `/components/${component.id}` }
}

const preview = async ({ rest, path }: SheetWorld, name: string, bytes: Uint8Array) =>
  rest.post(`${path}/preview_spreadsheet_update`, createFileForm(name, bytes))
const apply = async ({ rest, path }: SheetWorld, name: string, bytes: Uint8Array, token?: string) => {
  const form = createFileForm(name, bytes)
  if (token !== undefined) form.set('preview_token', token)
  return rest.patch(`${path}/apply_spreadsheet_update`, form)
}

/** Previews an update of one row that writes `text` into a column. */
async function previewChanges(fixture: SheetWorld, header: string, text: string): Promise<Body> {
  const bytes = writeCsv([
    ['STIGID', header],
    ['ABCD-01-000001', text],
  ])
  const { status, text: responseText, body } = await preview(fixture, 'a.csv', bytes)
  expect(status, responseText).toBe(200)
  return body
}

describe('a value in a sheet', () => {
  test.each([
    'Applicable – Configurable',
    'applicable — CONFIGURABLE',
    'Applicable-Configurable',
    'Applicable\u00A0-\n Configurable',
    'Applicable \u2212 Configurable ',
  ])('is read as the status Applicable - Configurable from %j', async (status) => {
    const { updated } = await previewChanges(await createFixture(), 'Status', status)
    expect(updated[0].changes.status.to).toBe('Applicable - Configurable')
  })

  test.each([
    ['CAT 1', 'high'],
    ['cat  i', 'high'],
    ['I', 'high'],
    ['CAT-3', 'low'],
    ['Category III', 'low'],
    ['Low', 'low'],
    ['1', 'high'],
  ])('is read as a severity from %j', async (severity, expected) => {
    const { updated } = await previewChanges(await createFixture(), 'Severity', severity)
    expect(updated[0].changes.rule_severity.to).toBe(expected)
  })

  test.each([
    ['CCI-000015\nCCI-000054', 'CCI-000015, CCI-000054'],
    ['CCI-000054;cci-000015', 'CCI-000015, CCI-000054'],
    ['CCI-000054 CCI-000015', 'CCI-000015, CCI-000054'],
    ['cci 15, CCI–000054', 'CCI-000015, CCI-000054'],
  ])('C-46: is read as a list of CCIs from %j', async (list, expected) => {
    const fixture = await createFixture()
    const { updated, warnings } = await previewChanges(fixture, 'CCI', list)
    expect([updated[0].changes.ident.to, warnings]).toEqual([expected, []])
    const [rule] = (await fixture.rest.get(fixture.path)).body.rules
    const saved = await fixture.rest.patch(`/rules/${rule.id}`, { rule: { ident: list } })
    expect(saved.status).toBe(200)
    expect((await fixture.rest.get(`/rules/${rule.id}`)).body).toMatchObject({ ident: expected })
  })

  test('is omitted from a CCI list with a message if it is not a CCI', async () => {
    const fixture = await createFixture()
    const { updated, warnings } = await previewChanges(fixture, 'CCI', 'CCI-000015, AC-2, see notes')
    expect(updated[0].changes.ident.to).toBe('CCI-000015')
    expect(warnings).toEqual(
      ['AC-2', 'see', 'notes'].map((word) => `a.csv, row 2: "${word}" is not a CCI and is left out.`),
    )
    expect((await previewChanges(fixture, 'CCI', 'none')).updated).toEqual([])
  })

  test('is read as a time or a duration of a workbook as people see it', async () => {
    const fixture = await createFixture()
    const toDate = (hours: number, minutes: number, seconds = 0) =>
      new Date(Date.UTC(1899, 11, 30, hours, minutes, seconds))
    const bytes = await writeSheet(
      [['STIGID', 'Requirement', 'Fix', 'Mitigation', 'Vendor Comments']],
      (sheet) => {
        sheet.addRow(['ABCD-01-000001', toDate(12, 30), toDate(9, 5, 7), toDate(36, 0), true])
        sheet.getRow(2).getCell(2).numFmt = 'h:mm'
        sheet.getRow(2).getCell(3).numFmt = 'h:mm:ss'
        sheet.getRow(2).getCell(4).numFmt = '[h]:mm'
      },
    )
    const { updated } = (await preview(fixture, 'a.xlsx', bytes)).body
    expect(updated[0].changes).toMatchObject({
      title: { to: '12:30' },
      fixtext: { to: '9:05:07' },
      mitigations: { to: '36:00' },
      vendor_comments: { to: 'TRUE' },
    })
  })

  test.each(['Vul Discussion', 'Vulnerability Discussion', 'vuln discussion', 'Description'])(
    'is read as a discussion under the header %s',
    async (header) => {
      const { updated } = await previewChanges(await createFixture(), header, 'Because.')
      expect(updated[0].changes.vuln_discussion.to).toBe('Because.')
    },
  )

  test('is read under the header Requirement and not under Title, with a message', async () => {
    const fixture = await createFixture()
    const bytes = writeCsv([
      ['STIGID', 'Title', 'Requirement', 'Check Text', 'Fix Text'],
      ['ABCD-01-000001', 'Of the SRG', 'New', 'Look.', 'Do.'],
    ])
    const { body } = await preview(fixture, 'a.csv', bytes)
    expect(body.updated[0].changes).toMatchObject({
      title: { to: 'New' },
      check_content: { to: 'Look.' },
      fixtext: { to: 'Do.' },
    })
    expect(body.warnings).toEqual(['a.csv, row 1: the column Title is not read, because Requirement is.'])
  })
})

describe('an unknown status or severity', () => {
  const toRows = (status: string) =>
    writeCsv([
      ['STIGID', 'Requirement', 'Status'],
      ['ABCD-01-000001', 'New', status],
      ['ABCD-01-000002', 'New', 'Applicable - Configurable'],
    ])

  test('C-87: skips its whole row in an update with a message, as the preview shows', async () => {
    const fixture = await createFixture()
    const shown = (await preview(fixture, 'a.csv', toRows('Aplicable'))).body
    expect(shown.updated.map(({ rule_id: number }: Body) => number)).toEqual(['000002'])
    expect(shown.warnings).toEqual(['a.csv, row 2: "Aplicable" is not a status; the row is left out.'])
    const applied = await apply(fixture, 'a.csv', toRows('Aplicable'))
    expect(applied.body).toMatchObject({
      toast: { message: ['1 requirement was updated.'] },
      warnings: shown.warnings,
    })
    const { rules } = (await fixture.rest.get(fixture.path)).body
    expect(rules[0]).toMatchObject({ title: 'Old', status: 'Not Yet Determined' })
  })

  test('rejects an update without any remaining row', async () => {
    const fixture = await createFixture()
    for (const [header, text] of [
      ['Status', 'Done'],
      ['Severity', 'CAT IV'],
    ] as const) {
      const bytes = writeCsv([
        ['STIGID', header],
        ['1', text],
      ])
      const rejected = await preview(fixture, 'a.csv', bytes)
      expect(rejected.status).toBe(422)
      expect(rejected.body.error).toMatch(
        new RegExp(`a\\.csv.*"${text}" is not a ${header.toLowerCase()} \\(row 2\\)`),
      )
    }
  })

  test('C-86: rejects a new component, and the error names each such row', async () => {
    const project = await world.createProject()
    const rest = await world.rest(await world.createMember(project, 'admin'))
    const srg = await world.createSrg()
    const headers = ['SRGID', 'STIGID', 'Severity', 'Requirement', 'VulDiscussion', 'Status', 'Check', 'Fix']
    const toRow = (number: number, severity: string, status: string) => [
      `SRG-APP-00000${number}`,
      `ABCD-01-00000${number}`,
      severity,
      'Title',
      'Why.',
      status,
      'Look.',
      'Do.',
      '',
      '',
    ]
    const send = (...rows: string[][]) => {
      const bytes = writeCsv([[...headers, 'Status Justification', 'Artifact Description'], ...rows])
      const form = createFileForm('sheet.csv', bytes, 'component[file]')
      form.set('component[name]', 'Of a sheet')
      form.set('component[security_requirements_guide_id]', String(srg.id))
      return rest.post(`/projects/${project.id}/components`, form)
    }
    const rejected = await send(toRow(1, 'CAT I', 'Aplicable'), toRow(2, 'IV', ''), toRow(3, 'CAT 2', ''))
    expect(rejected.status).toBe(422)
    expect(rejected.body.toast.message.join()).toMatch(
      /"Aplicable" is not a status \(row 2\).*"IV" is not a severity \(row 3\)/,
    )
    const creation = await send(
      toRow(1, 'CAT 1', 'Applicable – Configurable'),
      toRow(2, 'III', ''),
      toRow(3, '', ''),
      ['UNCLASSIFIED'],
    )
    expect(creation.status, creation.text).toBe(200)
    expect(creation.body.warnings).toEqual([
      'sheet.csv, row 5: "UNCLASSIFIED" names no requirement and is left out.',
    ])
    const { rules } = (await rest.get(`/components/${creation.body.component.id}`)).body
    expect(rules).toMatchObject([
      { status: 'Applicable - Configurable', rule_severity: 'high' },
      { status: 'Not Yet Determined', rule_severity: 'low' },
      { status: 'Not Yet Determined', rule_severity: 'medium' },
    ])
  })
})

test('C-87: an emptied cell clears its field as the preview shows, with or without a preview token', async () => {
  for (const withToken of [true, false]) {
    const fixture = await createFixture({ status: 'Applicable - Configurable' })
    const bytes = writeCsv([
      ['STIGID', 'Requirement', 'Fix', 'Status', 'CCI'],
      ['ABCD-01-000001', 'Old', '', '', ''],
    ])
    const { body } = await preview(fixture, 'a.csv', bytes)
    expect(body.updated[0].changes).toEqual({
      fixtext: { from: 'Configure it.', to: null },
      ident: { from: 'CCI-000366', to: null },
    })
    expect(body.warnings).toEqual(['a.csv, row 2: an empty "Status" changes nothing.'])
    const applied = await apply(fixture, 'a.csv', bytes, withToken ? body.preview_token : undefined)
    expect(applied.body.toast.message).toEqual(['1 requirement was updated.'])
    const [rule] = (await fixture.rest.get(fixture.path)).body.rules
    expect(rule).toMatchObject({ fixtext: null, ident: null, status: 'Applicable - Configurable' })
  }
})

test('C-87: a sheet with only unknown ids is rejected, in the preview too', async () => {
  const fixture = await createFixture()
  for (const id of ['SRG-OS-999999-GPOS-00001', 'WXYZ-01-000001']) {
    const bytes = writeCsv([
      ['SRGID', 'STIGID', 'Requirement'],
      id.startsWith('SRG') ? [id, '', 'New'] : ['', id, 'New'],
    ])
    for (const answer of [await preview(fixture, 'a.csv', bytes), await apply(fixture, 'a.csv', bytes)]) {
      expect(answer.status).toBe(422)
      expect(answer.body.error).toContain(`a.csv names no requirement of this component: ${id} (row 2)`)
    }
  }
})

test('C-90: a workbook of a project updates each component from the sheet of that component', async () => {
  const project = await world.createProject()
  const srg = await world.createSrg()
  const components = await Promise.all(
    ['First', 'Second'].map((name) =>
      world.createComponent(project, { name, securityRequirementsGuideId: srg.id }),
    ),
  )
  for (const component of components) {
    await world.createRule(component, { title: component.name, status: 'Applicable - Configurable' })
  }
  const author = await world.createMember(project, 'author')
  const rest = await world.rest(author)
  for (const mode of ['working_copy', 'vendor_submission']) {
    const { bytes } = await download(world, author, `/projects/${project.id}/export/excel?mode=${mode}`)
    const book = new exceljs.Workbook()
    await book.xlsx.load(Uint8Array.from(bytes).buffer)
    for (const [index, sheet] of book.worksheets.entries()) {
      sheet.getRow(2).getCell('F').value = `${mode} of sheet ${index}`
    }
    const form = createFileForm('a.xlsx', new Uint8Array(await book.xlsx.writeBuffer()))
    for (const component of components.toReversed()) {
      const index = book.worksheets.findIndex(({ name }) => name.endsWith(`-${component.id}`))
      const path = `/components/${component.id}/apply_spreadsheet_update`
      expect((await rest.patch(path, form)).body.warnings).toEqual([])
      const [rule] = (await rest.get(`/components/${component.id}`)).body.rules
      expect(rule.title).toBe(`${mode} of sheet ${index}`)
    }
  }
})
