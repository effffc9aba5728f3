import exceljs, { type Worksheet } from 'exceljs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { toCsvLine } from '../../src/formats/csv.ts'
import { createFileForm } from './uploads.ts'

export type SheetRows = readonly (readonly (string | null)[])[]

/** A CSV file in the format of this service. */
export function writeCsv(rows: SheetRows): Uint8Array {
  return new TextEncoder().encode(rows.map((row) => toCsvLine(row)).join(''))
}

/** The form that uploads a CSV file with these lines. */
export const createCsvForm = (...lines: string[]) =>
  createFileForm('a.csv', new TextEncoder().encode(lines.join('\n')))

const REQUIREMENT_HEADERS = [
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

/** A CSV file with the headers of a requirement sheet above these rows. */
export const createRequirementSheet = (...rows: string[][]) => writeCsv([REQUIREMENT_HEADERS, ...rows])

/** A row of a requirement sheet; `overrides` replaces cells by header. */
export function createRequirementRow(number: number, overrides: Record<string, string> = {}): string[] {
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
    ...overrides,
  }
  return REQUIREMENT_HEADERS.map((header) => values[header] ?? '')
}

/** Encodes a text in windows-1252, Excel's default encoding of CSV. */
export function encodeWindows1252(text: string): Uint8Array {
  const special = new Map([
    ['€', 0x80],
    ['–', 0x96],
    ['—', 0x97],
    ['“', 0x93],
    ['”', 0x94],
    ['’', 0x92],
  ])
  return Uint8Array.from(text, (letter) => special.get(letter) ?? letter.charCodeAt(0))
}

/** A workbook with the sheets that `fill` creates. */
export async function writeWorkbook(fill: (book: exceljs.Workbook) => void): Promise<Uint8Array> {
  const book = new exceljs.Workbook()
  fill(book)
  return new Uint8Array(await book.xlsx.writeBuffer())
}

/** A workbook with one sheet of these rows; `more` can change it. */
export function writeSheet(
  rows: SheetRows,
  more: (sheet: Worksheet) => void = () => {},
): Promise<Uint8Array> {
  return writeWorkbook((book) => {
    const sheet = book.addWorksheet('Sheet')
    for (const row of rows) sheet.addRow([...row])
    more(sheet)
  })
}

/** Changes the XML of one part of a workbook. */
export function changePart(bytes: Uint8Array, name: string, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(bytes)
  return zipSync({ ...parts, [name]: strToU8(change(strFromU8(parts[name] ?? new Uint8Array()))) })
}

/** Changes the rows of a workbook below the headers; cells are keyed by header, and null removes a row. */
export async function editBook(
  bytes: Uint8Array,
  edit: (cells: Record<string, string>, index: number) => Record<string, string> | null,
): Promise<Uint8Array> {
  const book = new exceljs.Workbook()
  await book.xlsx.load(Uint8Array.from(bytes).buffer)
  const [sheet] = book.worksheets
  if (!sheet) throw new Error('the workbook has no sheet')
  const headers = readCells(sheet, 1)
  const rows = Array.from({ length: sheet.actualRowCount - 1 }, (_, index) => readCells(sheet, index + 2))
  const edited = rows.flatMap((texts, index) => {
    const cells = Object.fromEntries(headers.map((header, column) => [header, texts[column] ?? '']))
    const changed = edit(cells, index)
    return changed === null ? [] : [headers.map((header) => changed[header] ?? '')]
  })
  return writeSheet([headers, ...edited])
}

function readCells(sheet: Worksheet, row: number): string[] {
  return Array.from({ length: sheet.columnCount }, (_, index) => sheet.getRow(row).getCell(index + 1).text)
}
