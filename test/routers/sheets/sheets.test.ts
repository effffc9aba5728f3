import { expect, test } from 'vitest'
import { Satisfaction } from '../../../entities/satisfaction.ts'
import { toCsvLine } from '../../../src/formats/csv.ts'
import { readCsv } from '../../../src/formats/spreadsheet/csv-reader.ts'
import { download } from '../../support/files.ts'
import { createCsvForm, createRequirementRow, createRequirementSheet } from '../../support/sheets.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

test('an apostrophe in a text is preserved in CSV, and an apostrophe added as an escape is removed (C-73)', async () => {
  const texts = ["'@x", "''=1", '@x', "'quoted'", "'", "'-1\n+2", '\n=1', "'\n=1", '\n\nx', '＝1', ' lead']
  const toFile = (title: string) => new TextEncoder().encode(toCsvLine(['A', 'B']) + toCsvLine([title, 'b']))
  for (const text of texts) {
    expect(readCsv('a.csv', toFile(text), () => 1).sheet.texts[1]?.[0], text).toBe(text)
  }
  expect(toCsvLine(['\n=1', '\u00a0-1', '＝1', '＠x', '\nx'])).toBe(`"'\n=1",'\u00a0-1,'＝1,'＠x,"\nx"\r\n`)
  const project = await world.createProject()
  const component = await world.createComponent(project)
  await world.createRule(component, { title: "'@x" })
  await world.createRule(component, { title: '@x' })
  const author = await world.createMember(project, 'author')
  const { text } = await download(world, author, `/components/${component.id}/export/csv?mode=working_copy`)
  expect(text).toContain("''@x")
  const path = `/components/${component.id}/preview_spreadsheet_update`
  const preview = async (csv: string) =>
    (await (await world.rest(author)).post(path, createFileForm('a.csv', new TextEncoder().encode(csv)))).body
  expect((await preview(text)).updated).toEqual([])
  // Earlier exports add one apostrophe in front of both.
  expect((await preview(text.replaceAll("''@", "'@"))).updated).toEqual([])
})

test('C-87: a preview shows the changes of a sheet, and applying it makes the same changes', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  await world.createRule(component, { title: 'Old', fixtext: 'Configure it.' })
  const locked = await world.createRule(component, { locked: true })
  const rest = await world.rest(await world.createMember(project, 'author'))
  const bytes = createRequirementSheet(
    createRequirementRow(1, { Requirement: 'New', Fix: '' }),
    createRequirementRow(2),
    createRequirementRow(77),
  )
  const preview = await rest.post(
    `/components/${component.id}/preview_spreadsheet_update`,
    createFileForm('a.csv', bytes),
  )
  expect(preview.status).toBe(200)
  expect(preview.body.updated).toMatchObject([
    {
      rule_id: '000001',
      changes: { title: { from: 'Old', to: 'New' }, fixtext: { from: 'Configure it.', to: null } },
    },
  ])
  expect(preview.body.skipped_locked).toMatchObject([{ rule_id: locked.ruleId, reason: 'locked' }])
  expect(preview.body.warnings).toEqual([
    expect.stringContaining('there is no requirement ABCD-01-000077'),
    expect.stringContaining('"SRGID" differs from the requirement'),
  ])
  const form = createFileForm('a.csv', bytes)
  form.set('preview_token', preview.body.preview_token)
  const applied = await rest.patch(`/components/${component.id}/apply_spreadsheet_update`, form)
  expect(applied).toMatchObject({
    status: 200,
    body: { toast: { message: ['1 requirement was updated.'] } },
  })
  expect((await rest.patch(`/components/${component.id}/apply_spreadsheet_update`, form)).status).toBe(409)
  const again = await rest.post(
    `/components/${component.id}/preview_spreadsheet_update`,
    createFileForm('a.csv', bytes),
  )
  expect(again.body.updated).toEqual([])
  const viewer = await world.rest(await world.createMember(project, 'viewer'))
  expect(
    (
      await viewer.patch(
        `/components/${component.id}/apply_spreadsheet_update`,
        createFileForm('a.csv', bytes),
      )
    ).status,
  ).toBe(403)
})

test('E-14: a blank preview token is rejected, but the token is optional', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rule = await world.createRule(component, { title: 'Old' })
  const rest = await world.rest(await world.createMember(project, 'author'))
  const apply = (fields: Record<string, string>) => {
    const form = createFileForm(
      'a.csv',
      createRequirementSheet(createRequirementRow(1, { Requirement: 'New' })),
    )
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return rest.patch(`/components/${component.id}/apply_spreadsheet_update`, form)
  }
  const readTitle = async () => (await rest.get(`/rules/${rule.id}`)).body.title
  for (const blank of ['', '  ', '\t']) {
    const rejected = await apply({ preview_token: blank })
    expect(rejected.status).toBe(422)
    expect(rejected.body.toast.message).toEqual(['Preview token must not be blank'])
  }
  expect(await readTitle()).toBe('Old')
  expect((await apply({})).status).toBe(200)
  expect(await readTitle()).toBe('New')
})

test('E-14: a sheet is guarded by the version of its component, by header and by form fields', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rule = await world.createRule(component, { title: 'Old' })
  const rest = await world.rest(await world.createMember(project, 'author'))
  const apply = (fields: Record<string, string>, headers = {}) => {
    const form = createFileForm(
      'a.csv',
      createRequirementSheet(createRequirementRow(1, { Requirement: 'New' })),
    )
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return rest.patch(`/components/${component.id}/apply_spreadsheet_update`, form, headers)
  }
  const readTitle = async () => (await rest.get(`/rules/${rule.id}`)).body.title
  const refusals = [
    await apply({}, { 'if-match': '"999"' }),
    await apply({ expected_lock_version: '999' }),
    await apply({ expected_updated_at: '2001-01-01 00:00:00 UTC' }),
    await apply({}, { 'if-match': '"999"', prefer: 'respond-async' }),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([412, 409, 409, 412])
  for (const { body } of refusals) {
    expect(body).toMatchObject({ reason: 'stale', component: { lock_version: component.lockVersion } })
  }
  expect(await readTitle()).toBe('Old')
  const version = String(component.lockVersion)
  expect((await apply({ expected_lock_version: version }, { 'if-match': `"${version}"` })).status).toBe(200)
  expect(await readTitle()).toBe('New')
})

test('unusable sheets are rejected with the messages of Vulcan, which name file and row', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  await world.createRule(component)
  const rest = await world.rest(await world.createMember(project, 'author'))
  const path = `/components/${component.id}/preview_spreadsheet_update`
  const toCsvForm = (text: string) => createFileForm('bad.csv', new TextEncoder().encode(text))
  for (const [form, message] of [
    [toCsvForm('STIGID,stig id,STIGID,Fix\na,b\n'), /column stig id twice.*row 1/],
    [toCsvForm('STIGID,Fixx\nABCD-01-000001,Text\n'), /lacks.*row 1/],
    [toCsvForm(`STIGID,Fix\nABCD-01-000001,${'x'.repeat(300_000)}\n`), /300000 characters.*row 2/],
    [toCsvForm('STIGID,Fix\n'), /no rows/],
    [toCsvForm('Requirement,Fix\nTitle,Text\n'), /lacks.*STIGID or SRGID.*row 1/],
    [createFileForm('bad.xlsx', new Uint8Array(100)), /bad\.xlsx/],
    [createFileForm('bad.ods', new Uint8Array(100)), /bad\.ods/],
  ] as const) {
    const answer = await rest.post(path, form)
    expect(answer.status).toBe(422)
    expect(answer.body.error).toMatch(message)
  }
  expect((await rest.post('/components/detect_srg', toCsvForm('SRGID\nSRG-NONE-1\n'))).body).toMatchObject({
    error: expect.any(String),
  })
})

test('C-87: changes of check and fix that a requirement inherits from its parent are reported', async () => {
  const project = await world.createProject()
  const rest = await world.rest(await world.createMember(project, 'author'))
  const component = await world.createComponent(project)
  const parent = await world.createRule(component, { fixtext: 'Of the parent' })
  const child = await world.createRule(component, { fixtext: 'Of the child' })
  await world.stored((em) =>
    em.create(Satisfaction, { ruleId: child.id, satisfiedByRuleId: parent.id, componentId: component.id }),
  )
  const preview = async (fix: string) => {
    const text = `STIGID,Fix\nABCD-01-${child.ruleId},${fix}\n`
    const path = `/components/${component.id}/preview_spreadsheet_update`
    return (await rest.post(path, createFileForm('a.csv', new TextEncoder().encode(text)))).body
  }
  expect(await preview('Of the parent')).toMatchObject({ updated: [], skipped_locked: [] })
  expect(await preview('')).toMatchObject({ updated: [], skipped_locked: [] })
  expect(await preview('Something else')).toMatchObject({
    updated: [],
    skipped_locked: [{ rule_id: child.ruleId, reason: 'inherited' }],
  })
})

test('C-87: a row is matched by its full name or number, and any other row is reported and changes nothing', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rule = await world.createRule(component, { title: 'Old' })
  await world.createRule(component, { title: 'Old' })
  const rest = await world.rest(await world.createMember(project, 'author'))
  const names = [
    'REQ-1',
    'REQ-000001',
    'WXYZ-01-000001',
    'ABCD-01-000001 x',
    'ABCD-01-',
    '1a',
    'abcd-01-000002',
  ]
  const bytes = createRequirementSheet(
    ...names.map((name) => createRequirementRow(9, { STIGID: name, SRGID: '', Requirement: 'New' })),
  )
  const answer = await rest.patch(
    `/components/${component.id}/apply_spreadsheet_update`,
    createFileForm('a.csv', bytes),
  )
  expect(answer.body).toMatchObject({
    toast: { message: ['1 requirement was updated.'], variant: 'warning' },
    warnings: names
      .slice(0, -1)
      .map(
        (name, index) =>
          `a.csv, row ${index + 2}: there is no requirement ${name.trim()}; the row is left out.`,
      ),
  })
  expect((await rest.get(`/rules/${rule.id}`)).body.title).toBe('Old')
  const numbered = createCsvForm('STIGID,Requirement', '1,By its number')
  expect(
    (await rest.patch(`/components/${component.id}/apply_spreadsheet_update`, numbered)).body.warnings,
  ).toEqual([])
  expect((await rest.get(`/rules/${rule.id}`)).body.title).toBe('By its number')
})

test('a released component has no preview: members get 403, and administrators the release error', async () => {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  await world.database.queries
    .updateTable('components')
    .set({ released: true })
    .where('id', '=', component.id)
    .execute()
  const path = `/components/${component.id}/preview_spreadsheet_update`
  const author = await world.rest(await world.createMember(project, 'author'))
  expect(
    (await author.post(path, createFileForm('a.csv', createRequirementSheet(createRequirementRow(1)))))
      .status,
  ).toBe(403)
  const admin = await world.rest(await world.createUser({ admin: true }))
  expect(
    await admin.post(path, createFileForm('a.csv', createRequirementSheet(createRequirementRow(1)))),
  ).toMatchObject({
    status: 422,
    body: { reason: 'component.released', error: expect.any(String), toast: expect.anything() },
  })
})
