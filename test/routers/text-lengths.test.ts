import { describe, expect, test } from 'vitest'
import { readXlsx } from '../../src/formats/xlsx/read.ts'
import { toArchive, readMembers, sendArchive } from '../support/archives.ts'
import { createWorkspace, getRuleAt, type Workspace } from '../support/authoring.ts'
import { download } from '../support/files.ts'
import type { Answer, Body } from '../support/rest.ts'
import { createCsvForm } from '../support/sheets.ts'
import { createFileForm, createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld, createWorldUnder, type World } from '../support/world.ts'

const world = createWorld()
const wide = createWorldUnder({ LIMIT_TITLE: '3000', LIMIT_LONG_TEXT: '100000' })
/** One code point, two UTF-16 code units, four bytes. */
const OTTER = '🦦'

const readErrors = ({ status, body }: Answer) => [status, body.errors]
const readFix = async (workspace: Workspace) =>
  (await workspace.rule(getRuleAt(workspace, 0))).fixtext as string

/** A component on an SRG whose first rule has these texts. */
async function createWorkspaceOn(
  where: World,
  texts: { fix: string; check?: string; title?: string },
): Promise<Workspace> {
  const admin = await where.rest(await where.createSystemAdmin())
  const { status, body } = await uploadGuide(admin, createGuideFile({ rules: [texts, {}] }))
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
  return createWorkspace(where, { srg: body.srg.id })
}

describe('the length of a text of a requirement', () => {
  test.each([
    ['title', 2000],
    ['fixtext', 32_767],
    ['vendor_comments', 32_767],
  ])('C-4: %s accepts %d code points and rejects one more', async (field, limit) => {
    const workspace = await createWorkspace(world)
    const path = `/rules/${getRuleAt(workspace, 0)}`
    const stored = await workspace.as.author.patch(path, { rule: { [field]: OTTER.repeat(limit) } })
    expect([stored.status, stored.body.data?.[field]]).toEqual([200, OTTER.repeat(limit)])
    const rejected = await workspace.as.author.patch(path, { rule: { [field]: OTTER.repeat(limit + 1) } })
    expect(readErrors(rejected)).toEqual([422, { [field]: [`must have at most ${limit} characters`] }])
    expect((await workspace.rule(getRuleAt(workspace, 0)))[field]).toBe(OTTER.repeat(limit))
  })

  test('C-4: a text of another field with a higher limit is rejected, by a save and by a sheet', async () => {
    const workspace = await createWorkspace(world)
    const path = `/rules/${getRuleAt(workspace, 0)}`
    const text = 'x'.repeat(2001)
    expect((await workspace.as.author.patch(path, { rule: { fixtext: text } })).status).toBe(200)
    const saved = await workspace.as.author.patch(path, { rule: { title: text } })
    expect(readErrors(saved)).toEqual([422, { title: ['must have at most 2000 characters'] }])
    const { prefix, id } = workspace.component
    const form = createCsvForm('STIGID,Requirement', `${prefix}-000001,${text}`)
    const update = `/components/${id}/apply_spreadsheet_update`
    expect((await workspace.as.author.patch(update, form)).body.error).toContain('2000 characters in title')
    expect((await workspace.rule(getRuleAt(workspace, 0))).title).not.toBe(text)
  })

  test('C-4: a check and a discussion store texts of 10,000 code points and more', async () => {
    const workspace = await createWorkspace(world)
    for (const length of [9999, 10_000, 10_001]) {
      const text = OTTER.repeat(length)
      const rule = {
        checks_attributes: [{ id: (await readFirstPart(workspace, 'checks_attributes')).id, content: text }],
        disa_rule_descriptions_attributes: [
          {
            id: (await readFirstPart(workspace, 'disa_rule_descriptions_attributes')).id,
            vuln_discussion: text,
          },
        ],
      }
      expect((await workspace.as.author.patch(`/rules/${getRuleAt(workspace, 0)}`, { rule })).status).toBe(
        200,
      )
      expect((await readFirstPart(workspace, 'checks_attributes')).content).toBe(text)
      expect((await readFirstPart(workspace, 'disa_rule_descriptions_attributes')).vuln_discussion).toBe(text)
    }
  })

  test('C-4: title and description of a component have the same limits as its requirements', async () => {
    const { as, component } = await createWorkspace(world)
    const path = `/components/${component.id}`
    const longest = { title: OTTER.repeat(2000), description: OTTER.repeat(32_767) }
    expect((await as.admin.patch(path, { component: longest })).status).toBe(200)
    expect((await as.admin.get(path)).body).toMatchObject(longest)
    for (const [field, text] of Object.entries(longest)) {
      const rejected = await as.admin.patch(path, { component: { [field]: text + OTTER } })
      expect([rejected.status, Object.keys(rejected.body.errors)]).toEqual([422, [field]])
    }
  })

  test('A-70: LIMIT_TITLE and LIMIT_LONG_TEXT raise the limit up to 100,000 code points', async () => {
    const workspace = await createWorkspace(wide)
    const path = `/rules/${getRuleAt(workspace, 0)}`
    const longest = { title: OTTER.repeat(3000), fixtext: OTTER.repeat(100_000) }
    expect((await workspace.as.author.patch(path, { rule: longest })).status).toBe(200)
    expect(await workspace.rule(getRuleAt(workspace, 0))).toMatchObject(longest)
    for (const [field, text] of Object.entries(longest)) {
      const rejected = await workspace.as.author.patch(path, { rule: { [field]: text + OTTER } })
      expect([rejected.status, Object.keys(rejected.body.errors)]).toEqual([422, [field]])
    }
    expect((await workspace.as.author.get('/api/settings')).body.text_limits).toEqual({
      title: 3000,
      long_text: 100_000,
    })
  })
})

test('C-4: a requirement whose texts all have the greatest length is restored from an archive', async () => {
  const workspace = await createWorkspace(world)
  const rule = getRuleAt(workspace, 0)
  const text = 'x'.repeat(32_767)
  const { id } = await readFirstPart(workspace, 'disa_rule_descriptions_attributes')
  const fields = ['vuln_discussion', 'mitigations', 'potential_impacts', 'false_positives', 'false_negatives']
  const description = { id, ...Object.fromEntries(fields.map((field) => [field, text])) }
  const check = { id: (await readFirstPart(workspace, 'checks_attributes')).id, content: text }
  const lists = { disa_rule_descriptions_attributes: [description], checks_attributes: [check] }
  const values = { status: 'Applicable - Configurable', fixtext: text, ...lists }
  expect((await workspace.as.author.patch(`/rules/${rule}`, { rule: values })).status).toBe(200)
  const file: string = (await workspace.rule(rule)).inspec_control_file
  expect(file.length).toBeGreaterThan(200_000)
  const path = `/components/${workspace.component.id}/export/json_archive`
  const { bytes } = await download(world, workspace.people.admin, path)
  const project = await world.createProject()
  const admin = await world.rest(await world.createMember(project, 'admin'))
  const imported = await sendArchive(admin, `/projects/${project.id}/import_backup`, bytes)
  expect(imported.status, imported.text).toBe(200)
})

async function readFirstPart(workspace: Workspace, list: string): Promise<Body> {
  return (await workspace.rule(getRuleAt(workspace, 0)))[list][0]
}

describe('a catalog text that is longer than the limit of a requirement', () => {
  const FIX = `${OTTER.repeat(20_000)} ${'y'.repeat(20_000)}`

  test('C-4: remains in a requirement that is saved unchanged, and is rejected when it changes', async () => {
    const workspace = await createWorkspaceOn(world, { fix: FIX, title: OTTER.repeat(2000) })
    expect(await readFix(workspace)).toBe(FIX)
    const path = `/rules/${getRuleAt(workspace, 0)}`
    const same = { rule: { title: 'New', fixtext: FIX } }
    expect((await workspace.as.author.patch(path, same)).status).toBe(200)
    const changed = await workspace.as.author.patch(path, { rule: { fixtext: `${FIX}.` } })
    expect(readErrors(changed)).toEqual([422, { fixtext: ['must have at most 32767 characters'] }])
    expect(await readFix(workspace)).toBe(FIX)
  })

  test('C-4: is restored from an archive, where any other text of that length is rejected', async () => {
    const workspace = await createWorkspaceOn(world, { fix: FIX })
    const { bytes } = await download(
      world,
      workspace.people.admin,
      `/components/${workspace.component.id}/export/json_archive`,
    )
    const send = async (sent: Uint8Array) => {
      const project = await world.createProject()
      const admin = await world.rest(await world.createMember(project, 'admin'))
      return sendArchive(admin, `/projects/${project.id}/import_backup`, sent)
    }
    const imported = await send(bytes)
    expect([imported.status, imported.body.toast]).toMatchObject([200, {}])
    const members = readMembers(bytes)
    const [rules = ''] = Object.keys(members).filter((name) => name.endsWith('rules.json'))
    const [first, ...others] = members[rules]
    const edited = toArchive({ ...members, [rules]: [{ ...first, fixtext: `${FIX}.` }, ...others] })
    const rejected = await send(edited)
    expect([rejected.status, rejected.body.errors?.file?.[0]]).toEqual([
      422,
      expect.stringMatching(/rules\.json, row 1: fixtext must have at most 32767 characters/),
    ])
  })

  test('C-73: is truncated with a mark in a workbook, and importing the unchanged cell changes nothing', async () => {
    const workspace = await createWorkspaceOn(world, { fix: FIX, check: 'c'.repeat(32_768) })
    const path = `/components/${workspace.component.id}`
    const { bytes } = await download(world, workspace.people.author, `${path}/export/excel?mode=working_copy`)
    const { texts } = (await readXlsx('a.xlsx', bytes, () => true)).sheet
    const [headers = [], first = []] = texts
    const [fix = '', check = ''] = ['Fix', 'Check'].map((name) => first[headers.indexOf(name)])
    expect([check, fix.isWellFormed()]).toEqual([`${'c'.repeat(32_700)} […]`, true])
    expect(fix.slice(0, -4)).toBe(FIX.slice(0, 32_700))
    const preview = await workspace.as.author.post(
      `${path}/preview_spreadsheet_update`,
      createFileForm('a.xlsx', bytes),
    )
    expect(preview.body).toMatchObject({ updated: [], warnings: [] })
    const applied = await workspace.as.author.patch(
      `${path}/apply_spreadsheet_update`,
      createFileForm('a.xlsx', bytes),
    )
    expect(applied.status).toBe(200)
    expect(await readFix(workspace)).toBe(FIX)

    const form = createFileForm('a.xlsx', bytes, 'component[file]')
    form.set('component[name]', 'Of the sheet')
    form.set(
      'component[security_requirements_guide_id]',
      String(workspace.component.securityRequirementsGuideId),
    )
    const creation = await workspace.as.admin.post(`/projects/${workspace.project.id}/components`, form)
    expect(creation.status, creation.text).toBe(200)
    const copy = (await workspace.as.admin.get(`/components/${creation.body.component.id}`)).body.rules[0]
    expect([copy.fixtext, copy.checks_attributes[0].content]).toEqual([FIX, 'c'.repeat(32_768)])
  })

  test('C-4: creates a requirement from a sheet only in its own column', async () => {
    const fix = 'f'.repeat(40_000)
    const workspace = await createWorkspaceOn(world, { fix })
    const headers =
      'SRGID,STIGID,Severity,Requirement,VulDiscussion,Status,Check,Fix,Status Justification,Artifact Description'
    const { version } = await workspace.rule(getRuleAt(workspace, 0))
    const create = (name: string, check: string, fixText: string) => {
      const row = `${version},LONG-01-000001,CAT II,Title,D,Not Yet Determined,${check},${fixText},,`
      const form = createFileForm('a.csv', Buffer.from(`${headers}\n${row}\n`), 'component[file]')
      form.set('component[name]', name)
      form.set(
        'component[security_requirements_guide_id]',
        String(workspace.component.securityRequirementsGuideId),
      )
      return workspace.as.admin.post(`/projects/${workspace.project.id}/components`, form)
    }
    const rejected = await create('In another column', fix, 'F')
    expect([rejected.status, rejected.text]).toEqual([
      422,
      expect.stringContaining('more than 32767 characters in check_content (row 2)'),
    ])
    const accepted = await create('In its column', 'C', fix)
    expect(accepted.status, accepted.text).toBe(200)
  })
})

test('C-4: a catalog rule has a title of 2,000 and other texts of 100,000 code points', async () => {
  const admin = await world.rest(await world.createSystemAdmin())
  const longest = { title: OTTER.repeat(2000), check: OTTER.repeat(100_000), fix: 'f'.repeat(23_904) }
  const { body } = await uploadGuide(admin, createGuideFile({ rules: [longest] }))
  const [rule] = (await admin.get(`/srgs/${body.srg.id}`)).body.srg_rules
  expect(rule).toMatchObject({ title: longest.title, fixtext: longest.fix })
  expect(rule.checks_attributes[0].content).toBe(longest.check)
  for (const [name, text] of [
    ['title', OTTER.repeat(2001)],
    ['check', OTTER.repeat(100_001)],
  ] as const) {
    const rejected = await uploadGuide(admin, createGuideFile({ rules: [{ [name]: text }] }))
    expect([rejected.status, rejected.body.errors.file[0]]).toEqual([422, expect.stringContaining(name)])
  }
})
