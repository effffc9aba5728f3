import { strToU8, unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, test } from 'vitest'
import { type Entries, createHostileArchives } from '../support/hostile-archives.ts'
import { HostileUploads, type UploadKind } from '../support/hostile-uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let uploads: HostileUploads

beforeAll(async () => {
  uploads = await HostileUploads.into(world)
})

const ENTITY = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'

/** A workbook with one sheet of these rows; its parts may be changed. */
async function createWorkbook(
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
const toRow = (values: Record<string, string> = {}) => HEADERS.map((header) => values[header] ?? 'x')
const LONG = { Fix: 'x'.repeat(30_000), Comment: 'x'.repeat(30_000), SRGID: 'x'.repeat(30_000) }
/** The imports that read a sheet. A large file is sent to one of them only, because all use the same reader. */
const selectImports = (bytes: Uint8Array) => (bytes.byteLength > 5_000_000 ? SHEETS.slice(1, 2) : SHEETS)
const SHEETS: UploadKind[] = [
  'a sheet that is previewed',
  'a sheet that is applied',
  'a sheet of which the SRG is asked',
  'a disposition matrix',
  'a comment sheet',
  'a component of a sheet',
]

/** Replaces text in one part of a workbook. */
const replaceInPart = (name: string, from: string | RegExp, to: string) => (parts: Entries) => {
  const text = Buffer.from(parts[name] ?? []).toString()
  const other = text.replace(from, to)
  if (other === text) throw new Error(`nothing of ${name} was replaced`)
  return { ...parts, [name]: strToU8(other) }
}
const SHEET = 'xl/worksheets/sheet1.xml'

/** A workbook with more rows than allowed, stored uncompressed so that the archive itself is accepted. */
async function createEndless(rows: number): Promise<Uint8Array> {
  const parts = unzipSync(await createWorkbook([HEADERS, toRow()]))
  const more = replaceInPart(
    SHEET,
    '</sheetData>',
    `${'<row><c><v>7</v></c></row>'.repeat(rows)}</sheetData>`,
  )
  return zipSync(more(parts), { level: 0 })
}

const hostileWorkbooks: [string, () => Promise<Uint8Array>, RegExp][] = [
  [
    'with macros',
    () => createWorkbook([HEADERS, toRow()], (parts) => ({ ...parts, 'xl/vbaProject.bin': strToU8('x') })),
    /macros/,
  ],
  [
    'with a sheet of macros',
    () =>
      createWorkbook([HEADERS, toRow()], (parts) => ({
        ...parts,
        'xl/macrosheets/sheet1.xml': strToU8('<x/>'),
      })),
    /macros/,
  ],
  [
    'that declares macros',
    () =>
      createWorkbook(
        [HEADERS, toRow()],
        replaceInPart('[Content_Types].xml', 'spreadsheetml.sheet.main', 'sheet.macroEnabled.main'),
      ),
    /macros/,
  ],
  [
    'with links to other files',
    () =>
      createWorkbook([HEADERS, toRow()], (parts) => ({
        ...parts,
        'xl/externalLinks/externalLink1.xml': strToU8('<x/>'),
      })),
    /links to other files/,
  ],
  [
    'with entities in its sheet',
    () => createWorkbook([HEADERS, toRow()], replaceInPart(SHEET, /(<worksheet)/, `${ENTITY}$1`)),
    /DTD or entities/,
  ],
  [
    'with entities in its strings',
    () => createWorkbook([HEADERS, toRow()], replaceInPart('xl/sharedStrings.xml', /(<sst)/, `${ENTITY}$1`)),
    /DTD or entities/,
  ],
  [
    'with entities in its list of parts',
    () => createWorkbook([HEADERS, toRow()], replaceInPart('[Content_Types].xml', /(<Types)/, `${ENTITY}$1`)),
    /DTD or entities/,
  ],
  [
    'with merged cells',
    () =>
      createWorkbook([HEADERS, toRow(), toRow()], undefined, {
        merges: [{ startRow: 1, endRow: 2, startCol: 0, endCol: HEADERS.length - 1 }],
      }),
    /merged cells.*row 2/,
  ],
  [
    'with cells of 300,000 characters',
    () => createWorkbook([HEADERS, toRow(), HEADERS.map(() => 'x'.repeat(300_000))]),
    /300000 characters.*row 3/,
  ],
  [
    'with a cell in the last possible row',
    () =>
      createWorkbook(
        [HEADERS, toRow()],
        replaceInPart(
          SHEET,
          '</sheetData>',
          '<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>',
        ),
      ),
    /more than 20000 rows/,
  ],
  [
    'with a cell in the last possible column',
    () =>
      createWorkbook(
        [HEADERS, toRow()],
        replaceInPart(SHEET, '</sheetData>', '<row r="3"><c r="XFD3"><v>1</v></c></row></sheetData>'),
      ),
    /columns/,
  ],
  ['with a million rows', () => createEndless(1_000_000), /more than 20000 rows/],
  [
    'with the same text in very many cells',
    () => createWorkbook([HEADERS, ...Array.from({ length: 2_000 }, () => toRow(LONG))]),
    /more than \d+ characters/,
  ],
  [
    'without a sheet',
    () =>
      createWorkbook([HEADERS], (parts) => ({
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
    /not an XLSX/,
  ],
]

describe('a workbook', () => {
  test.each(hostileWorkbooks)('%s is rejected in every import of sheets', async (_, workbook, message) => {
    const bytes = await workbook()
    for (const form of selectImports(bytes)) {
      await uploads.assertRejected(form, 'sheet.xlsx', bytes, { message, errorName: 'sheet.xlsx' })
    }
  })

  test('a workbook that is a harmful archive is rejected in every import of sheets', async () => {
    const good = unzipSync(await createWorkbook([HEADERS, toRow()]))
    for (const [kind, bytes, message] of createHostileArchives(good)) {
      for (const form of SHEETS.slice(0, kind.includes('zeros') ? 6 : 1)) {
        await uploads.assertRejected(form, 'sheet.xlsx', bytes, { message, errorName: 'sheet.xlsx' })
      }
    }
  })

  test('a workbook with a duplicate column is rejected in every import of sheets', async () => {
    for (const form of SHEETS) {
      const doubled = form.startsWith('a disposition') || form.startsWith('a comment') ? 'Comment' : 'SRGID'
      const bytes = await createWorkbook([
        [...HEADERS, doubled],
        [...toRow(), 'y'],
      ])
      await uploads.assertRejected(form, 'sheet.xlsx', bytes, { message: /twice/, errorName: 'sheet.xlsx' })
    }
  })
})

describe('a CSV file', () => {
  const toCsv = (...lines: string[]) => strToU8([HEADERS.join(','), ...lines].join('\n'))
  const line = toRow().join(',')
  const cases: [string, Uint8Array, RegExp][] = [
    ['with a million rows', toCsv(`${line}\n`.repeat(1_000_000)), /more than 20000 rows/],
    [
      'with cells of 300,000 characters',
      toCsv(line, HEADERS.map(() => 'x'.repeat(300_000)).join(',')),
      /300000 characters.*row 3/,
    ],
    ['with a hundred thousand columns', strToU8(`${'a,'.repeat(100_000)}\n1`), /lacks these headers/],
    ['with an unclosed quotation mark', toCsv(line, `"${line}`), /quotation mark.*row 3/],
    [
      'with bytes that are not valid text',
      Uint8Array.from([...toCsv(line), 0x0a, 0xff, 0x81]),
      /UTF-8.*row 3/,
    ],
    ['with a NUL', toCsv(HEADERS.map(() => 'a\0b').join(',')), /unusable characters.*row 2/],
    ['of UTF-16 that is cut off', Uint8Array.of(0xff, 0xfe, 0x41), /UTF-16/],
    ['that is empty', new Uint8Array(), /empty/],
  ]
  test.each(cases)('%s is rejected in every import of sheets', async (_, bytes, message) => {
    for (const form of selectImports(bytes)) {
      await uploads.assertRejected(form, 'sheet.csv', bytes, { message, errorName: 'sheet.csv' })
    }
  })
})
