import { strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { archive, peerArchive } from '../support/archives.ts'
import { aWorkplace, type Workplace } from '../support/authoring.ts'
import { type Entries, hostileArchives } from '../support/hostile-archives.ts'
import type { Answer } from '../support/rest.ts'
import { fileForm, guideFile } from '../support/uploads.ts'
import { aWorld } from '../support/world.ts'

const world = aWorld()
let place: Workplace
let before: unknown

/** All that an import could have changed. */
async function state() {
  const db = world.database.queries
  const { id } = place.component
  const rules = await db
    .selectFrom('rules')
    .select(['id', 'lock_version'])
    .where('component_id', '=', id)
    .orderBy('id')
    .execute()
  const reviews = await db.selectFrom('reviews').select('id').where('component_id', '=', id).execute()
  const components = await db
    .selectFrom('components')
    .select('id')
    .where('project_id', '=', place.project.id)
    .execute()
  const guides = await Promise.all([
    db.selectFrom('srgs').select('id').orderBy('id').execute(),
    db.selectFrom('stigs').select('id').orderBy('id').execute(),
  ])
  return { rules, reviews, components, guides }
}

beforeAll(async () => {
  place = await aWorkplace(world)
  before = await state()
})

/** Where a kind of file comes in, for real. */
const ways = {
  'a backup': ['POST', () => `/projects/${place.project.id}/import_backup`],
  'a new project': ['POST', () => '/projects/create_from_backup'],
  'a Markdown folder': ['POST', () => `/components/${place.component.id}/import_markdown`],
  'an InSpec profile': ['POST', () => `/components/${place.component.id}/import_inspec`],
  'a ReqIF archive': ['POST', () => `/components/${place.component.id}/import_reqif`],
  'a sheet that is previewed': ['POST', () => `/components/${place.component.id}/preview_spreadsheet_update`],
  'a sheet that is applied': ['PATCH', () => `/components/${place.component.id}/apply_spreadsheet_update`],
  'a sheet of which the SRG is asked': ['POST', () => '/components/detect_srg'],
  'a disposition matrix': ['POST', () => `/components/${place.component.id}/import_disposition`],
  'a comment sheet': ['POST', () => `/components/${place.component.id}/import_comment_sheets`],
  'an SRG': ['POST', () => '/srgs'],
  'a STIG': ['POST', () => '/stigs'],
  'a component of a sheet': ['POST', () => `/projects/${place.project.id}/components`],
} as const
type Way = keyof typeof ways

function send(way: Way, name: string, bytes: Uint8Array): Promise<Answer> {
  const [method, path] = ways[way]
  const form = fileForm(name, bytes, way === 'a component of a sheet' ? 'component[file]' : 'file')
  if (
    [
      'a Markdown folder',
      'an InSpec profile',
      'a ReqIF archive',
      'a disposition matrix',
      'a comment sheet',
    ].includes(way)
  )
    form.set('dry_run', 'false')
  if (way === 'a ReqIF archive') form.set('create', 'true')
  if (way === 'a component of a sheet') {
    form.set('component[name]', 'Of a sheet')
    form.set('component[security_requirements_guide_id]', String(place.component.securityRequirementsGuideId))
  }
  const guide = way === 'an SRG' || way === 'a STIG'
  return (guide ? place.as.systemAdmin : place.as.admin).send(method, path(), form)
}

/** Refused with 422 in words that tell what is at fault, and nothing of it is there. */
async function refused(way: Way, name: string, bytes: Uint8Array, said: RegExp, named: string) {
  const { status, text } = await send(way, name, bytes)
  expect(status, text.slice(0, 500)).toBe(422)
  expect(text).toMatch(said)
  expect(text).toContain(named)
  expect(await state()).toEqual(before)
}

const ENTITY = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
const REQIF = '<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd"/>'

describe('an archive', () => {
  const good = (way: Way): [string, Entries] => {
    if (way === 'a Markdown folder')
      return ['folder.zip', { 'requirements/a.md': strToU8('---\nid: "x"\n---\n') }]
    if (way === 'an InSpec profile')
      return ['profile.zip', { 'controls/a.rb': strToU8("control 'x' do\nend\n") }]
    if (way === 'a ReqIF archive') return ['doc.reqifz', { 'a.reqif': strToU8(REQIF) }]
    const srg = { srgId: 'None', title: 'None', version: 'V1R1' }
    return ['backup.zip', unzipSync(archive(peerArchive({ srg })))]
  }
  const cases = (
    [
      'a backup',
      'a new project',
      'a Markdown folder',
      'an InSpec profile',
      'a ReqIF archive',
      // Packages of guides may hold archives, and refuse members one by one: see test/formats/package.test.ts.
    ] as const
  ).flatMap((way) => {
    const [name, entries] = good(way)
    return hostileArchives(entries).map(([kind, bytes, said]) => ({ way, kind, name, bytes, said }))
  })
  test.each(cases)('C-84: $kind is refused as $way', async ({ way, name, bytes, said }) => {
    // A backup is one file of its request, whose entries are named.
    await refused(way, name, bytes, said, /backup|project/.test(way) ? 'archive' : name)
  })
})

describe('a package of guides', () => {
  const GUIDE = 'U_Test_Guide_V1R1_Manual-xccdf.xml'
  const guides = {
    'an SRG': guideFile(),
    'a STIG': guideFile({ rules: [{ version: 'ABCD-1' }] }),
  } as const
  const created = { file: GUIDE, status: 'created', reason: null }
  const refusedLine = (file: string) => ({ file, status: 'refused', reason: 'upload.archive' })
  /** Packages whose guide comes in, with the other lines of their answer; members that are no guides are never opened. */
  const cameIn: Record<string, object[]> = {
    'of zeros that fill memory': [],
    'of one file many times': [],
    'that leads upwards': [],
    'that leads to the root': [],
    'that leads to a drive': [],
    'with paths of another system': [],
    'with a link': [],
    'with names that differ in case alone': [],
    'in an archive': [{ file: `inner.zip/${GUIDE}`, status: 'exists', reason: null }],
    'with an entry twice': [refusedLine(GUIDE)],
  }
  const cases = (['an SRG', 'a STIG'] as const).flatMap((way) =>
    // Packages may unpack to more than other archives; this is enough to see that the copies are passed over.
    hostileArchives({ [GUIDE]: guides[way] }, 50 * 1024 * 1024).map(([kind, bytes, said]) => ({
      way,
      kind,
      bytes,
      said,
    })),
  )
  const linesOf = ({ body }: Answer) =>
    body.guides.map(({ file, status, reason }: Record<string, unknown>) => ({ file, status, reason }))

  /** Deletes what came in, so that nothing else may be there. */
  async function removeCreated(way: Way, { body }: Answer): Promise<void> {
    for (const { status, id } of body.guides) {
      if (status !== 'created') continue
      expect((await place.as.systemAdmin.delete(`${ways[way][1]()}/${id}`)).status).toBe(200)
    }
    expect(await state()).toEqual(before)
  }

  test.each(cases)('C-93: $kind is answered member by member as $way', async ({ way, kind, bytes, said }) => {
    const more = cameIn[kind]
    if (more === undefined) return refused(way, 'guide.zip', bytes, said, 'upload.archive')
    const answer = await send(way, 'guide.zip', bytes)
    expect([answer.status, linesOf(answer)]).toEqual([200, [created, ...more]])
    await removeCreated(way, answer)
  })

  test('C-93: a guide that does harm is refused by its name, and the others come in', async () => {
    const good = guides['an SRG']
    const blanks = strToU8(`<Benchmark>${' '.repeat(60 * 1024 * 1024)}</Benchmark>`)
    const entities = strToU8(Buffer.from(good).toString().replace('<Benchmark', `${ENTITY}<Benchmark`))
    const nested = Array.from({ length: 5 }).reduce<Uint8Array>((zip) => zipSync({ 'a.zip': zip }), good)
    const answer = await send(
      'an SRG',
      'guide.zip',
      zipSync({
        [GUIDE]: good,
        '../../blanks-xccdf.xml': blanks,
        'entities-xccdf.xml': entities,
        'nested.zip': nested,
      }),
    )
    expect([answer.status, linesOf(answer)]).toEqual([
      200,
      [
        created,
        { file: '../../blanks-xccdf.xml', status: 'refused', reason: 'upload.archive' },
        { file: 'entities-xccdf.xml', status: 'refused', reason: 'xccdf.doctype' },
        { file: 'nested.zip/a.zip/a.zip/a.zip', status: 'refused', reason: 'upload.archive' },
      ],
    ])
    await removeCreated('an SRG', answer)
  })
})

/** A workbook with one sheet of these rows; its parts may be changed. */
async function workbook(
  rows: (string | null)[][],
  change: (parts: Entries) => Entries = (parts) => parts,
  more: object = {},
): Promise<Uint8Array> {
  const bytes = Uint8Array.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows, ...more }] }))
  return zipSync(change(unzipSync(bytes)))
}

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
  'Comment ID',
  'Triage Status',
  'Commenter',
  'Comment',
  'Row',
]
const row = (given: Record<string, string> = {}) => HEADERS.map((header) => given[header] ?? 'x')
const LONG = { Fix: 'x'.repeat(30_000), Comment: 'x'.repeat(30_000), SRGID: 'x'.repeat(30_000) }
/** Ways in which all sheets are read alike; a large one is sent in one of them. */
const waysOf = (bytes: Uint8Array) => (bytes.byteLength > 5_000_000 ? SHEETS.slice(1, 2) : SHEETS)
const SHEETS: Way[] = [
  'a sheet that is previewed',
  'a sheet that is applied',
  'a sheet of which the SRG is asked',
  'a disposition matrix',
  'a comment sheet',
  'a component of a sheet',
]

/** One part of a workbook with text replaced. */
const replaced = (name: string, from: string | RegExp, to: string) => (parts: Entries) => {
  const text = Buffer.from(parts[name] ?? []).toString()
  const other = text.replace(from, to)
  if (other === text) throw new Error(`nothing of ${name} was replaced`)
  return { ...parts, [name]: strToU8(other) }
}
const SHEET = 'xl/worksheets/sheet1.xml'

/** More rows than any sheet may have, stored as they are, so that the archive itself is none that is refused. */
async function endless(rows: number): Promise<Uint8Array> {
  const parts = unzipSync(await workbook([HEADERS, row()]))
  const more = replaced(SHEET, '</sheetData>', `${'<row><c><v>7</v></c></row>'.repeat(rows)}</sheetData>`)
  return zipSync(more(parts), { level: 0 })
}

const hostileWorkbooks: [string, () => Promise<Uint8Array>, RegExp][] = [
  [
    'with macros',
    () => workbook([HEADERS, row()], (parts) => ({ ...parts, 'xl/vbaProject.bin': strToU8('x') })),
    /macros/,
  ],
  [
    'with a sheet of macros',
    () => workbook([HEADERS, row()], (parts) => ({ ...parts, 'xl/macrosheets/sheet1.xml': strToU8('<x/>') })),
    /macros/,
  ],
  [
    'that says it has macros',
    () =>
      workbook(
        [HEADERS, row()],
        replaced('[Content_Types].xml', 'spreadsheetml.sheet.main', 'sheet.macroEnabled.main'),
      ),
    /macros/,
  ],
  [
    'with links to other files',
    () =>
      workbook([HEADERS, row()], (parts) => ({
        ...parts,
        'xl/externalLinks/externalLink1.xml': strToU8('<x/>'),
      })),
    /links to other files/,
  ],
  [
    'with entities in its sheet',
    () => workbook([HEADERS, row()], replaced(SHEET, /(<worksheet)/, `${ENTITY}$1`)),
    /DTD or entities/,
  ],
  [
    'with entities in its strings',
    () => workbook([HEADERS, row()], replaced('xl/sharedStrings.xml', /(<sst)/, `${ENTITY}$1`)),
    /DTD or entities/,
  ],
  [
    'with entities in its list of parts',
    () => workbook([HEADERS, row()], replaced('[Content_Types].xml', /(<Types)/, `${ENTITY}$1`)),
    /DTD or entities/,
  ],
  [
    'with merged cells',
    () =>
      workbook([HEADERS, row(), row()], undefined, {
        merges: [{ startRow: 1, endRow: 2, startCol: 0, endCol: HEADERS.length - 1 }],
      }),
    /merged cells.*row 2/,
  ],
  [
    'with cells of 300,000 characters',
    () => workbook([HEADERS, row(), HEADERS.map(() => 'x'.repeat(300_000))]),
    /300000 characters.*row 3/,
  ],
  [
    'with a cell in the last row there can be',
    () =>
      workbook(
        [HEADERS, row()],
        replaced(SHEET, '</sheetData>', '<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>'),
      ),
    /more than 20000 rows/,
  ],
  [
    'with a cell in the last column there can be',
    () =>
      workbook(
        [HEADERS, row()],
        replaced(SHEET, '</sheetData>', '<row r="3"><c r="XFD3"><v>1</v></c></row></sheetData>'),
      ),
    /columns/,
  ],
  ['with a million rows', () => endless(1_000_000), /more than 20000 rows/],
  [
    'with the same text in very many cells',
    () => workbook([HEADERS, ...Array.from({ length: 2_000 }, () => row(LONG))]),
    /more than \d+ characters/,
  ],
  [
    'without a sheet',
    () =>
      workbook([HEADERS], (parts) => ({
        '[Content_Types].xml': parts['[Content_Types].xml'] ?? strToU8(''),
        'xl/workbook.xml': strToU8('<workbook/>'),
      })),
    /no sheet|damaged/,
  ],
  [
    'that is another document',
    () =>
      Promise.resolve(
        zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8('<x/>') }),
      ),
    /no XLSX/,
  ],
]

describe('a workbook', () => {
  test.each(hostileWorkbooks)('%s is refused wherever sheets come in', async (_, made, said) => {
    const bytes = await made()
    for (const way of waysOf(bytes)) await refused(way, 'sheet.xlsx', bytes, said, 'sheet.xlsx')
  })

  test('a workbook that is packed to do harm is refused wherever sheets come in', async () => {
    const good = unzipSync(await workbook([HEADERS, row()]))
    for (const [kind, bytes, said] of hostileArchives(good)) {
      for (const way of SHEETS.slice(0, kind.includes('zeros') ? 6 : 1))
        await refused(way, 'sheet.xlsx', bytes, said, 'sheet.xlsx')
    }
  })

  test('a workbook with a column twice is refused, whatever it is a sheet of', async () => {
    for (const way of SHEETS) {
      const doubled = way.startsWith('a disposition') || way.startsWith('a comment') ? 'Comment' : 'SRGID'
      const bytes = await workbook([
        [...HEADERS, doubled],
        [...row(), 'y'],
      ])
      await refused(way, 'sheet.xlsx', bytes, /twice/, 'sheet.xlsx')
    }
  })
})

describe('a CSV file', () => {
  const csv = (...lines: string[]) => strToU8([HEADERS.join(','), ...lines].join('\n'))
  const line = row().join(',')
  const cases: [string, Uint8Array, RegExp][] = [
    ['with a million rows', csv(`${line}\n`.repeat(1_000_000)), /more than 20000 rows/],
    [
      'with cells of 300,000 characters',
      csv(line, HEADERS.map(() => 'x'.repeat(300_000)).join(',')),
      /300000 characters.*row 3/,
    ],
    ['with a hundred thousand columns', strToU8(`${'a,'.repeat(100_000)}\n1`), /lacks these headers/],
    ['with a quotation that never ends', csv(line, `"${line}`), /quotation mark.*row 3/],
    ['with bytes of no encoding', Uint8Array.from([...csv(line), 0x0a, 0xff, 0x81]), /UTF-8.*row 3/],
    ['with a NUL', csv(HEADERS.map(() => 'a\0b').join(',')), /unusable characters.*row 2/],
    ['of UTF-16 that is cut off', Uint8Array.of(0xff, 0xfe, 0x41), /UTF-16/],
    ['that is empty', new Uint8Array(), /empty/],
  ]
  test.each(cases)('%s is refused wherever sheets come in', async (_, bytes, said) => {
    for (const way of waysOf(bytes)) await refused(way, 'sheet.csv', bytes, said, 'sheet.csv')
  })
})
