import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createWorkspace,
  linkSatisfaction,
  getRuleAt,
  setComponent,
  setRule,
  type Workspace,
} from '../support/authoring.ts'
import { parseCsvRecords, download } from '../support/files.ts'
import { createFileForm, createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const CONFIGURABLE = 'Applicable - Configurable'
let workspace: Workspace
let parent: number
let child: number

const get = (path: string, role: keyof Workspace['people'] = 'viewer', headers?: Record<string, string>) =>
  download(world, workspace.people[role], path, headers)
const toComponentPath = (type: string) => `/components/${workspace.component.id}/export/${type}`
const toProjectPath = (type: string) => `/projects/${workspace.project.id}/export/${type}`

beforeAll(async () => {
  workspace = await createWorkspace(world, {
    component: { name: 'Harbor / Gateway: 1', version: 2, release: 3 },
  })
  ;[child, parent] = [getRuleAt(workspace, 1), getRuleAt(workspace, 0)]
  await workspace.as.author.patch(`/rules/${parent}`, {
    rule: {
      status: CONFIGURABLE,
      title: '=HYPERLINK("x")',
      fixtext: '-rf, "all"\nof it',
      vendor_comments: ' lead and trail ',
      checks_attributes: [
        { id: (await workspace.rule(parent)).checks_attributes[0].id, content: 'Check <it> & see' },
      ],
    },
  })
  await linkSatisfaction(workspace, child, parent)
})

describe('a component as CSV', () => {
  test('C-75: has the twenty columns in canonical order, and children have the texts of their parents', async () => {
    const file = await get(toComponentPath('csv'))
    expect(file).toMatchObject({ status: 200, name: `${workspace.project.name}-ABCD-01.csv` })
    expect(file.type).toContain('text/csv')
    const [head, ...rows] = parseCsvRecords(file.text)
    expect(head).toEqual(
      'IA Control,CCI,SRGID,STIGID,SRG Requirement,Requirement,SRG VulDiscussion,VulDiscussion,Status,SRG Check,Check,SRG Fix,Fix,Severity,Mitigation,Artifact Description,Status Justification,Vendor Comments,Satisfies,InSpec Control Body'.split(
        ',',
      ),
    )
    expect(rows.map((row) => row[3])).toEqual(['ABCD-01-000001', 'ABCD-01-000002', 'ABCD-01-000003'])
    expect(rows[0]?.slice(0, 2)).toEqual(['CM-6 b', 'CCI-000366'])
    expect(rows[0]?.[18]).toBe('Satisfies: ABCD-01-000002')
    expect(rows[1]?.slice(8, 13)).toEqual([
      'Applicable - Does Not Meet',
      'Look whether it is configured.',
      '',
      'Configure it.',
      '',
    ])
    expect(rows[2]?.[13]).toBe('CAT II')
  })

  test('escapes values that look like a formula and preserves white space (C-73)', async () => {
    const [, row = []] = parseCsvRecords((await get(toComponentPath('csv'))).text)
    expect(row[5]).toBe(`'=HYPERLINK("x")`)
    expect(row[12]).toBe(`'-rf, "all"\nof it`)
    expect(row[17]).toBe(' lead and trail ')
  })

  test('omits children on request', async () => {
    const file = await get(`${toProjectPath('csv')}?exclude_satisfied_by=true`)
    expect(parseCsvRecords(file.text)).toHaveLength(3)
  })

  test('C-75: is exported with its comments in an archive of its name, and without them for non-members', async () => {
    const workspace = await createWorkspace(world)
    await workspace.as.viewer.post(`/rules/${getRuleAt(workspace, 0)}/reviews`, {
      review: { action: 'comment', comment: 'Why?', section: 'fixtext' },
    })
    const path = `/components/${workspace.component.id}/export/csv`
    const file = await download(world, workspace.people.viewer, path)
    expect(file).toMatchObject({ type: 'application/zip', name: `${workspace.project.name}-ABCD-01.zip` })
    const names = Object.keys(file.entries())
    expect(names).toEqual([
      `${workspace.project.name}-ABCD-01.csv`,
      expect.stringMatching(/-ABCD-01-disposition-matrix-\d{4}-\d\d-\d\d\.csv$/),
    ])
    await setComponent(world, workspace, { released: true, released_at: new Date().toISOString() })
    const nonMember = await world.createUser()
    expect((await download(world, nonMember, path)).type).toContain('text/csv')
  })
})

describe('a workbook', () => {
  test('C-75: has one sheet per component with a valid name, drop-downs and locked cells', async () => {
    await setRule(world, getRuleAt(workspace, 2), { locked_fields: sql`'{"Fix": true}'::jsonb` })
    const file = await get(toProjectPath('excel'))
    expect(file.name).toBe(`${workspace.project.name}.xlsx`)
    const { sheets } = await readXlsx(file.bytes, { readStyles: true })
    expect(sheets.map(({ name }) => name)).toEqual([`HarborGateway1-V2R3-${workspace.component.id}`])
    const [sheet] = sheets
    expect(sheet?.rows[0]).toHaveLength(21)
    expect(sheet?.rows[1]?.[5]).toBe('=HYPERLINK("x")')
    expect(sheet?.rows[1]?.[17]).toBe(' lead and trail ')
    expect(sheet?.rows.map((row) => row[20])).toEqual(['Source', 'Direct', 'Inherited', 'Direct'])
    const xml = file.entries()['xl/worksheets/sheet1.xml'] ?? ''
    expect(xml).toContain('<sheetProtection sheet="1"')
    expect(xml).toContain('"CAT I,CAT II,CAT III"')
    // Some readers create a rule for every cell; rules on whole columns would take them minutes.
    const reach = [...xml.matchAll(/ (?:sq)?ref="[A-Z]+\d:[A-Z]+(\d+)"/g)].map(([, row]) => Number(row))
    expect(reach.length).toBeGreaterThan(1)
    expect(Math.max(...reach)).toBe(4 + 500)
    const isLocked = (cell: string) => sheet?.cells?.get(cell)?.style?.protection?.locked
    expect([isLocked('3,5'), isLocked('3,12'), isLocked('2,5'), isLocked('3,3')]).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  test('C-75: has sheet names of at most 31 characters for the longest version and release', async () => {
    const component = { name: 'Gateway', version: 2_147_483_647, release: 2_147_483_647 }
    const long = await createWorkspace(world, { component })
    await world.createReview(long.component, long.people.viewer)
    const { bytes } = await download(world, long.people.author, `/projects/${long.project.id}/export/excel`)
    const { sheets } = await readXlsx(bytes)
    const { id } = long.component
    expect(sheets.map(({ name }) => name)).toEqual([`Gateway-${id}`, `Gateway-Disp-${id}`])
  })

  test('C-75: has seventeen columns and no undetermined requirement in the submission mode', async () => {
    for (const path of [toProjectPath('disa_excel'), `${toProjectPath('excel')}?mode=vendor_submission`]) {
      const file = await get(path)
      expect(file.name).toBe(`${workspace.project.name}_DISA.xlsx`)
      const [sheet] = (await readXlsx(file.bytes)).sheets
      expect(sheet?.rows).toHaveLength(3)
      expect(sheet?.rows[0]).toHaveLength(17)
      expect(sheet?.rows[1]?.[3] ?? '').toBe('')
      expect(sheet?.rows[2]?.[8]).toBe('Applicable - Does Not Meet')
    }
  })
})

describe('an InSpec profile', () => {
  test('contains the published controls by default, and stubs of undetermined ones in a working copy', async () => {
    const file = await get(toComponentPath('inspec'))
    expect(file.name).toBe('Harbor-_-Gateway_-1-V2R3-stig-baseline.zip')
    const entries = file.entries()
    expect(Object.keys(entries)).toEqual(['inspec.yml', 'controls/ABCD-01-000001.rb'])
    expect(entries['inspec.yml']).toContain('name: "harbor-gateway-1"\n')
    expect(entries['inspec.yml']).toContain('version: "2.3.0"\ninspec_version: ">= 6.0"\n')
    expect(entries['controls/ABCD-01-000001.rb']).toContain(`tag satisfies: ['SRG-APP-000002']`)
    const all = (await get(`${toComponentPath('inspec')}?mode=working_copy`)).entries()
    expect(Object.keys(all)).toHaveLength(4)
    expect(all['controls/ABCD-01-000003.rb']).toContain('impact 0.0')
  })

  test('an InSpec profile of a working copy has the parent’s check and fix for a child, and none if the child does not meet it (C-42)', async () => {
    const workspace = await createWorkspace(world)
    const [parent, child, other] = [getRuleAt(workspace, 0), getRuleAt(workspace, 1), getRuleAt(workspace, 2)]
    const system = 'http://oval.mitre.org/XMLSchema/oval-definitions-5'
    await world.database.queries
      .insertInto('rule_checks')
      .values({ rule_id: parent, system, content: 'Second check' })
      .execute()
    for (const id of [parent, child, other]) {
      const { checks_attributes: checks } = await workspace.rule(id)
      const whose = id === parent ? 'the parent' : 'a child'
      const texts = { fixtext: `Fix of ${whose}`, status: 'Applicable - Configurable' }
      const content = { ...texts, checks_attributes: [{ id: checks[0].id, content: `Check of ${whose}` }] }
      expect((await workspace.as.author.patch(`/rules/${id}`, { rule: content })).status).toBe(200)
    }
    await linkSatisfaction(workspace, child, parent)
    await linkSatisfaction(workspace, other, parent)
    await setRule(world, other, { status: 'Applicable - Configurable' })
    const path = `/components/${workspace.component.id}/export/inspec?mode=working_copy`
    const entries = (await download(world, workspace.people.viewer, path)).entries()
    const readControlTexts = (number: string) =>
      [...(entries[`controls/${number}.rb`] ?? '').matchAll(/^  desc '(?:check|fix)', ('[^']*')$/gm)].map(
        ([, text]) => text,
      )
    const texts = readControlTexts('ABCD-01-000001')
    expect(texts).toEqual([expect.stringContaining('Check of the parent'), "'Fix of the parent'"])
    expect(texts[0]).toContain('Second check')
    expect(readControlTexts('ABCD-01-000002')).toEqual(["''", "''"])
    expect(readControlTexts('ABCD-01-000003')).toEqual(texts)
    const sheet = `/components/${workspace.component.id}/export/csv`
    const { bytes } = await download(world, workspace.people.author, sheet)
    const preview = `/components/${workspace.component.id}/preview_spreadsheet_update`
    const { body } = await workspace.as.author.post(preview, createFileForm('a.csv', bytes))
    expect([body.updated, body.skipped_locked]).toEqual([[], []])
  })
})

describe('permission to export', () => {
  test('C-74: gives members the publishable content and the matrix, and everyone the released content', async () => {
    const nonMember = await world.createUser()
    for (const type of ['csv', 'xccdf', 'oscal_catalog', 'disposition_csv', 'json_archive', 'nonsense']) {
      expect((await download(world, nonMember, toComponentPath(type))).status, type).toBe(404)
      expect((await download(world, nonMember, toProjectPath(type))).status, type).toBe(404)
    }
    expect((await get(toComponentPath('json_archive'))).status).toBe(403)
    expect((await get(toProjectPath('json_archive'))).status).toBe(403)
    expect((await get(toComponentPath('disposition_csv'))).status).toBe(200)
    const workplace = await createWorkspace(world)
    await setComponent(world, workplace, { released: true, released_at: new Date().toISOString() })
    const exportReleased = (type: string) =>
      download(world, nonMember, `/components/${workplace.component.id}/export/${type}`)
    for (const type of [
      'csv',
      'excel',
      'xccdf',
      'inspec',
      'oscal_catalog',
      'oscal_component',
      'cklb',
      'ckl',
      'reqif',
      'markdown',
      'html',
      'pdf',
      'docx',
    ]) {
      expect((await exportReleased(type)).status, type).toBe(200)
    }
    for (const type of ['disposition_csv', 'disposition_json', 'json_archive']) {
      expect((await exportReleased(type)).status, type).toBe(403)
    }
    expect((await workspace.as.anonymous.get(toComponentPath('csv'))).status).toBe(401)
  })

  test('C-74: covers released components in a bulk export, and the others are silently omitted', async () => {
    const bulk = (query: string) => get(`/components/bulk_export/${query}`)
    const workplace = await createWorkspace(world)
    await setComponent(world, workplace, { released: true, released_at: new Date().toISOString() })
    const ids = `${workplace.component.id},${workspace.component.id},2147483647`
    expect((await bulk(`csv?component_ids=${ids}`)).name).toBe('ABCD-01.csv')
    expect((await bulk(`csv?component_ids=${workspace.component.id}`)).status).toBe(422)
    expect((await bulk('csv')).status).toBe(400)
    expect((await bulk('csv?component_ids=,')).status).toBe(400)
    expect((await bulk(`csv?component_ids=${workplace.component.id},x`)).status).toBe(422)
    expect((await bulk(`disposition_csv?component_ids=${ids}`)).status).toBe(400)
  })
})

describe('an export request', () => {
  test('C-74: needs a known type and a known mode, and otherwise gets 400 that names the parameter', async () => {
    for (const [path, parameter] of [
      [toComponentPath('odt'), 'type'],
      [toComponentPath('__proto__'), 'type'],
      [`${toComponentPath('csv')}?mode=backup`, 'mode'],
      [`${toComponentPath('xccdf')}?mode=working_copy`, 'mode'],
      [`${toComponentPath('cklb')}?mode=working_copy`, 'mode'],
    ] as const) {
      const { status, text } = await get(path)
      expect(status, path).toBe(400)
      expect(JSON.parse(text)).toMatchObject({ reason: 'parameter_invalid', parameter })
    }
  })

  test('is rejected at once if its job could only fail later', async () => {
    const later = { prefer: 'respond-async' }
    for (const path of [
      toComponentPath('zip'),
      `${toComponentPath('csv')}?mode=backup`,
      toProjectPath('zip'),
      '/components/bulk_export/csv',
      '/components/bulk_export/zip?component_ids=1',
    ]) {
      expect((await get(path, 'viewer', later)).status, path).toBe(400)
    }
    const empty = await createWorkspace(world, { type: 'srg', component: { prefix: 'CNTR-00' } })
    const viewer = await world.rest(workspace.people.viewer)
    for (const [rest, path] of [
      [empty.as.viewer, `/components/${empty.component.id}/export/csv`],
      [empty.as.viewer, `/projects/${empty.project.id}/export/inspec`],
      [viewer, `/projects/${workspace.project.id}/export/csv?component_ids=${empty.component.id}`],
      [viewer, `/components/bulk_export/csv?component_ids=${workspace.component.id}`],
    ] as const) {
      const now = await rest.get(path)
      expect([now.status, now.body.reason], path).toEqual([422, 'export.nothing'])
      expect((await rest.get(path, null, later)).body, path).toEqual(now.body)
    }
    for (const path of ['/srgs/2147483647/export/csv', '/stigs/2147483647/export/xccdf']) {
      expect((await viewer.get(path, null, later)).status, path).toBe(404)
    }
    expect((await workspace.as.systemAdmin.get('/api/audits/export/pdf', null, later)).status).toBe(400)
    expect((await viewer.get('/jobs')).body.jobs).toEqual([])
  })

  test('C-74: is confirmed with JSON if exactly JSON is accepted, for the types of peers only', async () => {
    const json = { accept: 'application/json' }
    for (const path of [toComponentPath('csv'), toProjectPath('excel'), toComponentPath('disposition_csv')]) {
      expect((await get(path, 'author', json)).text, path).toBe('{"status":"ok"}')
    }
    expect(JSON.parse((await get(toComponentPath('oscal_catalog'), 'viewer', json)).text)).toHaveProperty(
      'catalog',
    )
    expect((await get(toComponentPath('csv'), 'viewer', { accept: 'application/json, */*' })).type).toContain(
      'text/csv',
    )
    expect((await get(toComponentPath('docbook'), 'viewer', json)).status).toBe(400)
  })

  test('an export of several components is an archive with only the components of the project', async () => {
    const { body } = await workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
      component: {
        duplicate: true,
        id: workspace.component.id,
        name: 'Copy',
        prefix: 'ABCD-01',
        title: 'Copy',
      },
    })
    const file = await get(toProjectPath('csv'))
    expect(file.name).toBe(`${workspace.project.name}.zip`)
    expect(Object.keys(file.entries())).toEqual([
      `${workspace.project.name}-ABCD-01.csv`,
      `${workspace.project.name}-ABCD-01-2.csv`,
    ])
    const archive = await get(`${toProjectPath('csv')}?component_ids=${body.component.id}`)
    expect(archive.type).toContain('text/csv')
    const folders = Object.keys((await get(toProjectPath('inspec'))).entries())
    expect(folders).toContain('Copy-V2R3-stig-baseline/inspec.yml')
    const otherWorkspace = await createWorkspace(world)
    expect((await get(`${toProjectPath('csv')}?component_ids=${otherWorkspace.component.id}`)).status).toBe(
      422,
    )
    expect((await get(`${toProjectPath('csv')}?component_ids=one`)).status).toBe(422)
  })

  test('an export of an SRG component offers no spreadsheet and no profile', async () => {
    const workspace = await createWorkspace(world, { type: 'srg' })
    const exportAs = (type: string) =>
      download(world, workspace.people.author, `/components/${workspace.component.id}/export/${type}`)
    for (const type of ['csv', 'excel', 'inspec']) expect((await exportAs(type)).status, type).toBe(422)
    for (const type of ['xccdf', 'cklb', 'disposition_csv']) {
      expect((await exportAs(type)).status, type).toBe(200)
    }
  })
})

describe('a guide', () => {
  test('C-77: is exported byte for byte as it was uploaded (C-7)', async () => {
    const admin = await world.createSystemAdmin()
    const client = await world.rest(admin)
    const bytes = createGuideFile({ rules: [{ title: 'Ein Ümlaut & <mehr>' }] })
    for (const kind of ['srg', 'stig']) {
      const { body } = await uploadGuide(client, bytes, { path: `/${kind}s` })
      const file = await download(world, workspace.people.viewer, `/${kind}s/${body[kind].id}/export/xccdf`)
      expect(Buffer.from(file.bytes).equals(Buffer.from(bytes))).toBe(true)
      expect(file.name).toMatch(/\.xml$/)
    }
  })

  test('C-77: is exported as CSV with the requested columns', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const { body } = await uploadGuide(
      client,
      createGuideFile({ rules: [{ title: '+1', ident: ['CCI-000366'] }] }),
      {
        path: '/stigs',
      },
    )
    const path = `/stigs/${body.stig.id}/export/csv`
    const [head] = parseCsvRecords((await get(path)).text)
    expect(head?.join()).toBe(
      'Rule ID,STIG ID,SRG ID,Vuln ID,Severity,Title,Description,Check,Fix,CCI,800-53 Controls,Legacy IDs',
    )
    const some = parseCsvRecords(
      (await get(`${path}?columns=title,nonsense,rule_weight,nist_control_family`)).text,
    )
    expect(some).toEqual([
      ['Title', 'Weight', '800-53 Controls'],
      [`'+1`, '10.0', 'CM-6 b'],
    ])
    expect(parseCsvRecords((await get(`${path}?columns=nonsense`)).text)[0]).toHaveLength(12)
    expect((await get(`/stigs/${body.stig.id}/export/pdf`)).status).toBe(400)
    expect((await get('/stigs/2147483647/export/csv')).status).toBe(404)
    expect((await workspace.as.anonymous.get(path)).status).toBe(401)
  })
})
