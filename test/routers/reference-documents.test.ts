import { strToU8 } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import type { User } from '../../entities/user.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import {
  createCciArchive,
  createCciList,
  createOscalCatalog,
  createOscalControl,
  toJsonBytes,
} from '../support/reference-documents.ts'
import type { Body, Rest } from '../support/rest.ts'
import { createFileForm, uploadReference } from '../support/uploads.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
let workspace: Workspace
let admin: Rest
let viewer: Rest
let person: User

const CATALOG = { name: 'catalog.json' }
const readTexts = async (q: string, rest = viewer) =>
  (await rest.get(`/api/controls/texts?q=${encodeURIComponent(q)}`)).body
const listDocuments = async (rest = admin) =>
  (await rest.get('/api/reference_documents')).body.reference_documents as Body[]
const countEntries = async () => {
  const { queries } = world.database
  const [ccis, controls] = await Promise.all([
    queries.selectFrom('cci_definitions').select('cci').execute(),
    queries.selectFrom('control_texts').select('control').execute(),
  ])
  return { ccis: ccis.length, controls: controls.length }
}
const listAudits = async () =>
  world.database.queries
    .selectFrom('audit_entries')
    .select(['action', 'changes', 'actor_name'])
    .where('auditable_type', '=', 'ReferenceDocument')
    .orderBy('id')
    .execute()

beforeAll(async () => {
  workspace = await createWorkspace(world)
  person = await world.createSystemAdmin()
  admin = await world.rest(person)
  viewer = workspace.as.viewer
})

describe('before any upload', () => {
  test('the texts are empty, but the mapping of the service is known', async () => {
    expect(await listDocuments()).toEqual([])
    expect(await readTexts('cci 54')).toMatchObject({
      controls: [],
      ccis: [
        { cci: 'CCI-000054', control: 'AC-10', control_source: 'built_in', listed: false, definition: null },
      ],
      reference_documents: [],
    })
    expect(await readTexts('nothing')).toMatchObject({ controls: [], ccis: [] })
    expect((await admin.delete('/api/reference_documents/cci_list')).status).toBe(404)
    expect((await admin.delete('/api/reference_documents/other')).status).toBe(404)
  })
})

describe('uploading a reference document', () => {
  test('stores the CCI list with its texts and one audit entry', async () => {
    const { status, body } = await uploadReference(admin, createCciArchive(), { name: 'U_CCI_List.zip' })
    expect([status, body.toast.variant, body.replaced]).toEqual([200, 'success', null])
    expect(body.reference_document).toMatchObject({
      kind: 'cci_list',
      version: '2026-01-31',
      published: '2026-01-31',
      filename: 'U_CCI_List.zip',
      entries_count: 1,
      uploaded_by: person.name,
    })
    expect(await readTexts('CCI-000054')).toMatchObject({
      ccis: [
        {
          listed: true,
          status: 'draft',
          types: ['technical'],
          definition: 'The gateway limits how many sessions one pilot may open.',
          references: [
            { version: '3', index: 'AC-10' },
            { version: '5', title: 'NIST SP 800-53 Revision 5' },
          ],
        },
      ],
      reference_documents: [{ kind: 'cci_list', uploaded_by: null }],
    })
    expect(await listAudits()).toMatchObject([
      {
        action: 'create',
        actor_name: person.name,
        changes: { kind: 'cci_list', version: '2026-01-31', entries_count: 1 },
      },
    ])
  })

  test('stores the catalog with statement and guidance, and titles in the coverage', async () => {
    expect((await uploadReference(admin, toJsonBytes(createOscalCatalog()), CATALOG)).status).toBe(200)
    const texts = await readTexts('ac-10')
    expect(texts.controls).toMatchObject([
      {
        control: 'AC-10',
        title: 'Session Berths',
        withdrawn: false,
        guidance: expect.stringMatching(/^Pilots/),
      },
    ])
    expect(texts.controls[0].statement[1]).toEqual({
      label: 'a.',
      level: 0,
      text: 'Limit berths to [Assignment: organization-defined number]; and',
    })
    expect((await readTexts('AC-10 (1)')).controls).toMatchObject([
      { withdrawn: true, successors: ['AC-10'] },
    ])
    const { body } = await viewer.get('/api/controls')
    const titles = body.controls.map(({ control, title }: Body) => [control, title])
    expect(titles).toContainEqual(['AC-10', 'Session Berths'])
    expect(titles).toContainEqual(['AC-3', null])
  })

  test('finds controls by words of their title and CCIs by words of their definition', async () => {
    const search = async (q: string, rest = viewer) =>
      (await rest.get(`/api/search/controls?q=${encodeURIComponent(q)}`)).body
    const control = { control: 'AC-10', title: 'Session Berths' }
    expect(await search('berths session')).toEqual({ controls: [control], ccis: [] })
    // The withdrawn enhancement comes last.
    expect((await search('BERTHS')).controls).toEqual([
      control,
      { control: 'AC-10 (1)', title: 'Night Berths' },
    ])
    expect((await search('PILOT sessions')).ccis).toEqual([
      { cci: 'CCI-000054', excerpt: 'The gateway limits how many sessions one pilot may open.' },
    ])
    expect(await search('session pier')).toEqual({ controls: [], ccis: [] })
    expect(await search('%')).toEqual({ controls: [], ccis: [] })
    expect(
      (await workspace.as.nonMember.get('/api/search/controls?q=berths%20session')).body.controls,
    ).toEqual([control])
    expect((await workspace.as.anonymous.get('/api/search/controls?q=berths')).status).toBe(401)
  })

  test('C-98: replaces the current document of its kind completely', async () => {
    const items = [
      {
        id: 'CCI-009001',
        definition: 'New one',
        references: [
          ['4', 'AC-1 a 1'],
          ['5', 'ZQ-1 b'],
        ] as [string, string][],
      },
      { id: 'CCI-009002', definition: 'Another', references: [] },
    ]
    const { body } = await uploadReference(admin, createCciList(items, { version: '2026-05-01' }))
    expect(body.replaced).toMatchObject({ version: '2026-01-31', entries_count: 1 })
    expect(await countEntries()).toEqual({ ccis: 2, controls: 2 })
    expect((await readTexts('CCI-000054')).ccis).toMatchObject([{ listed: false, definition: null }])
    expect((await listAudits()).at(-1)).toMatchObject({
      action: 'update',
      changes: { kind: 'cci_list', version: ['2026-01-31', '2026-05-01'], entries_count: [1, 2] },
    })
  })

  test('maps CCIs that the service does not know, and says by which revision', async () => {
    const [first = 0] = workspace.rules
    await workspace.as.author.patch(`/rules/${first}`, { rule: { ident: 'CCI-009001' } })
    expect((await readTexts('CCI-009001')).ccis).toMatchObject([
      { control: 'ZQ-1 b', control_source: 'cci_list', control_revision: '5' },
    ])
    expect((await readTexts('ZQ-1')).ccis).toMatchObject([{ cci: 'CCI-009001', definition: 'New one' }])
    const query = `component_id=${workspace.component.id}`
    const found = await viewer.get(`/api/controls/requirements?q=ZQ-1&${query}`)
    expect(found.body.requirements).toMatchObject([{ id: first }])
    const { body } = await viewer.get(`/api/controls?${query}`)
    expect(body.controls.find(({ control }: Body) => control === 'ZQ-1 b')).toMatchObject({
      family: 'ZQ',
      ccis: ['CCI-009001'],
      covered_ccis: 1,
      requirements: 1,
    })
    expect((await viewer.get('/api/controls')).body.controls.map(({ control }: Body) => control)).toContain(
      'ZQ-1 b',
    )
    const nonMember = await workspace.as.nonMember.get('/api/controls')
    expect(nonMember.body.controls.map(({ control }: Body) => control)).not.toContain('ZQ-1 b')
  })

  test('as a dry run answers what would be stored, and changes nothing', async () => {
    const before = [await listDocuments(), await countEntries(), (await listAudits()).length]
    const { status, body } = await uploadReference(admin, createCciList([{}], { version: '2027-01-01' }), {
      fields: { dry_run: 'true' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      toast: { title: 'CCI list checked' },
      reference_document: { version: '2027-01-01', entries_count: 1 },
      replaced: { version: '2026-05-01', entries_count: 2 },
    })
    expect([await listDocuments(), await countEntries(), (await listAudits()).length]).toEqual(before)
  })

  test.each<[string, Uint8Array, string]>([
    ['a text', strToU8('CCI-000054'), 'reference.kind'],
    ['a cut off list', createCciList().subarray(0, 400), 'reference.unreadable'],
    ['a repeated CCI', createCciList([{}, {}]), 'reference.invalid'],
    ['a profile', toJsonBytes({ profile: {} }), 'reference.kind'],
    ['a damaged archive', createCciArchive().subarray(0, 200), 'upload.archive'],
    [
      'a NUL character',
      strToU8(JSON.stringify(createOscalCatalog([{ id: 'ac-2', title: '\0' }]))),
      'reference.invalid',
    ],
  ])('rejects %s with 422 and changes nothing', async (_, bytes, reason) => {
    const before = [await listDocuments(), await countEntries(), (await listAudits()).length]
    const { status, body } = await uploadReference(admin, bytes)
    expect([status, body.reason, Object.keys(body.errors)]).toEqual([422, reason, ['file']])
    expect(body.toast.title).toBe('Document not uploaded')
    expect([await listDocuments(), await countEntries(), (await listAudits()).length]).toEqual(before)
  })

  test('stores texts that look like markup, SQL and other directions as they are', async () => {
    const texts = [
      '&lt;img src=x onerror=alert(1)&gt;',
      "'); drop table users; --",
      'שלום \u202Eabc',
      '\\u0000 %s $1',
    ]
    const items = texts.map((definition, index) => ({ id: `CCI-00910${index}`, definition }))
    expect((await uploadReference(admin, createCciList(items))).status).toBe(200)
    const { ccis } = await readTexts('CCI-009100, CCI-009101, CCI-009102, CCI-009103')
    expect(ccis.map(({ definition }: Body) => definition)).toEqual([
      '<img src=x onerror=alert(1)>',
      ...texts.slice(1),
    ])
  })

  test('stores 10,000 entries', async () => {
    const items = Array.from({ length: 10_000 }, (_, index) => ({
      id: `CCI-${String(index).padStart(6, '0')}`,
    }))
    const { status, body } = await uploadReference(admin, createCciList(items))
    expect([status, body.reference_document.entries_count]).toEqual([200, 10_000])
    expect(await countEntries()).toMatchObject({ ccis: 10_000 })
    const { ccis } = await readTexts('AC-10')
    expect(ccis).toHaveLength(500)
  })
})

describe('access to reference documents', () => {
  test('is for system administrators who write, and for everyone signed in who reads', async () => {
    const before = await listDocuments()
    for (const [rest, status] of [
      [workspace.as.anonymous, 401],
      [workspace.as.nonMember, 403],
      [workspace.as.admin, 403],
    ] as const) {
      expect((await uploadReference(rest, createCciList())).status).toBe(status)
      expect((await rest.delete('/api/reference_documents/cci_list')).status).toBe(status)
    }
    expect(await listDocuments()).toEqual(before)
    expect(await listDocuments(workspace.as.nonMember)).toMatchObject([
      { uploaded_by: null },
      { uploaded_by: null },
    ])
    expect((await workspace.as.anonymous.get('/api/reference_documents')).status).toBe(401)
    expect((await workspace.as.anonymous.get('/api/controls/texts?q=AC-10')).status).toBe(401)
  })

  test('rejects requests without a file, with unknown fields, and queries that are blank or too long', async () => {
    expect((await admin.post('/api/reference_documents', new FormData())).body.reason).toBe(
      'parameter_missing',
    )
    expect((await admin.post('/api/reference_documents', {})).status).toBe(415)
    const form = createFileForm('U_CCI_List.xml', createCciList())
    form.set('kind', 'cci_list')
    expect((await admin.post('/api/reference_documents', form)).status).toBe(422)
    expect((await viewer.get('/api/controls/texts?q=')).status).toBe(422)
    expect((await viewer.get(`/api/controls/texts?q=${'x'.repeat(2049)}`)).status).toBe(422)
    expect((await viewer.get('/api/controls/texts?q=%00')).status).toBe(422)
  })

  test('accepts base64 content from tRPC clients', async () => {
    const content = Buffer.from(
      toJsonBytes(createOscalCatalog([createOscalControl({ controls: [] })])),
    ).toString('base64')
    const { reference_document: document } = await world
      .as(person)
      .referenceDocuments.upload({ file: { filename: 'catalog.json', content } as never })
    expect(document).toMatchObject({ kind: 'control_catalog', entries_count: 1 })
  })
})

describe('removing a reference document', () => {
  test('removes its texts and leaves those of the other kind, with an audit entry', async () => {
    const { status, body } = await admin.delete('/api/reference_documents/cci_list')
    expect([status, body.toast.variant]).toEqual([200, 'success'])
    expect(await countEntries()).toEqual({ ccis: 0, controls: 1 })
    expect(await listDocuments()).toMatchObject([{ kind: 'control_catalog' }])
    expect((await listAudits()).at(-1)).toMatchObject({ action: 'destroy', changes: { kind: 'cci_list' } })
    expect((await admin.delete('/api/reference_documents/cci_list')).status).toBe(404)
  })

  test('stays possible after the account that uploaded it was deleted', async () => {
    const other = await world.createSystemAdmin()
    await uploadReference(await world.rest(other), createCciList())
    await world.database.queries.deleteFrom('users').where('id', '=', other.id).execute()
    expect(await listDocuments()).toMatchObject([{ kind: 'cci_list', uploaded_by: null }, {}])
    expect((await admin.delete('/api/reference_documents/cci_list')).status).toBe(200)
  })
})
