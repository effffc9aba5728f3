import { strFromU8, unzipSync } from 'fflate'
import { writeXlsx, type CellStyle, type WriteSheet } from 'hucre/xlsx'
import { FORMULA_START } from '../csv.ts'
import { cutForCell } from '../spreadsheet/cut-text.ts'
import { streamZip, type ZipEntry } from '../zip.ts'

/** One column of a sheet; `choices` are offered in every editable cell. */
export interface SheetColumn {
  header: string
  width?: number
  choices?: readonly string[]
}

/** A cell is always text (rule C-73); in a protected sheet, only `open` cells are editable. */
export type SheetCell = string | null | { text: string | null; open: true }

/** One sheet; its rows are read when it is written. A protected sheet can still be sorted and filtered. */
export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  rows: AsyncIterable<readonly SheetCell[]>
  protected?: boolean
}

/** Placeholder for the last row, which is known only after all rows are written. */
const LAST_ROW = 1_048_576
/** Rows after the last one that also offer choices; not all, because some readers create a rule per cell. */
const SPARE_ROWS = 500
const ROWS_AT_ONCE = 64 * 1024

const TEXT = { numFmt: '@', alignment: { wrapText: true, vertical: 'top' } } as const
const STYLES: Record<'head' | 'closed' | 'open', CellStyle> = {
  head: { ...TEXT, font: { bold: true }, protection: { locked: true } },
  closed: {
    ...TEXT,
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E7E6E6' } },
    protection: { locked: true },
  },
  open: { ...TEXT, protection: { locked: false } },
}

/**
 * Streams a workbook, with only some rows in memory. The library writes everything except the rows, because it can
 * stream only one sheet at a time.
 */
export async function* streamWorkbook(sheets: readonly Sheet[], createdAt: Date): AsyncGenerator<Uint8Array> {
  const frame = unzipSync(await writeXlsx({ stringMode: 'inline', sheets: sheets.map(toFrame) }))
  yield* streamZip(streamParts(frame, sheets), createdAt)
}

function* streamParts(frame: Record<string, Uint8Array>, sheets: readonly Sheet[]): Generator<ZipEntry> {
  for (const [name, bytes] of Object.entries(frame)) {
    if (!name.startsWith('xl/worksheets/')) yield { name, content: bytes }
  }
  for (const [index, sheet] of sheets.entries()) {
    const name = `xl/worksheets/sheet${index + 1}.xml`
    const xml = strFromU8(frame[name] ?? new Uint8Array())
    yield { name, content: withRows(xml, sheet) }
  }
}

/** Creates the sheet with its header and one row that has both cell styles. */
function toFrame({ name, columns, protected: isProtected = false }: Sheet): WriteSheet {
  const head = columns.map(({ header }) => header)
  const styles = [
    ...head.map((_, column) => [`0,${column}`, { style: STYLES.head }] as const),
    ['1,0', { style: isProtected ? STYLES.closed : STYLES.open }] as const,
    ['1,1', { style: STYLES.open }] as const,
  ]
  const chosen = columns.flatMap(({ choices }, column) =>
    choices ? [{ choices, range: `${toColumnLetters(column)}2:${toColumnLetters(column)}${LAST_ROW}` }] : [],
  )
  return {
    name,
    columns: columns.map(({ width = 24 }) => ({ width })),
    rows: [head, ['closed', 'open']],
    cells: new Map(styles),
    freezePane: { rows: 1 },
    autoFilter: { range: `A1:${toColumnLetters(columns.length - 1)}${LAST_ROW}` },
    dataValidations: chosen.map(({ choices, range }) => ({
      type: 'list',
      values: [...choices],
      range,
      allowBlank: true,
      showErrorMessage: true,
    })),
    ...(isProtected
      ? { protection: { sheet: true, sort: true, autoFilter: true, formatColumns: true } }
      : {}),
  }
}

async function* withRows(xml: string, { columns, rows }: Sheet): AsyncGenerator<string> {
  const [before, after] = [xml.indexOf('<row r="2"'), xml.indexOf('</sheetData>')]
  const styles = [...xml.slice(before, after).matchAll(/<c r="[AB]2"[^<>]* s="(\d+)"/g)].map(
    (match) => match[1],
  )
  const [closed = '0', open = '0'] = styles
  const names = columns.map((_, column) => toColumnLetters(column))
  yield xml.slice(0, before).replace(/<dimension [^<>]*>/, '')
  let waiting = ''
  let number = 1
  for await (const row of rows) {
    number += 1
    waiting += writeRow(row, number, names, { closed, open })
    if (waiting.length < ROWS_AT_ONCE) continue
    yield waiting
    waiting = ''
  }
  yield waiting + xml.slice(after).replaceAll(`${LAST_ROW}`, `${number + SPARE_ROWS}`)
}

function writeRow(
  row: readonly SheetCell[],
  number: number,
  names: string[],
  style: { closed: string; open: string },
): string {
  let cells = ''
  for (const [column, cell] of row.entries()) {
    const open = typeof cell === 'object' && cell !== null
    const text = open ? cell.text : cell
    const head = `<c r="${names[column] ?? ''}${number}" s="${open ? style.open : style.closed}"`
    cells +=
      text === null || text === ''
        ? `${head}/>`
        : `${head} t="inlineStr"><is><t xml:space="preserve">${writeCell(text)}</t></is></c>`
  }
  return `<row r="${number}">${cells}</row>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Characters that XML cannot represent, and text that looks like their escape code. */
const CODED =
  /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|_(?=x[0-9A-Fa-f]{4}(?:_|[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]))/gu

/**
 * Formats a text for a cell: truncated to its limit, with codes for characters that XML can't represent. An apostrophe
 * before a formula is doubled, because an import removes one.
 */
function writeCell(text: string): string {
  const isEscaped = text.startsWith("'") && FORMULA_START.test(text)
  return cutForCell(isEscaped ? `'${text}` : text)
    .replaceAll(CODED, toCode)
    .replaceAll(/[&<>\r]/g, (character) => ESCAPES[character] ?? character)
}

/** Returns a code such as `_x0001_`; none for an unpaired surrogate. */
function toCode(character: string): string {
  const code = character.charCodeAt(0)
  return code >= 0xd800 && code <= 0xdfff ? '' : `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`
}

/** Returns the letters of a column counted from 0: `A`, `B`, … `Z`, `AA`, …. */
function toColumnLetters(column: number): string {
  const rest = Math.floor(column / 26) - 1
  return (rest >= 0 ? toColumnLetters(rest) : '') + String.fromCharCode(65 + (column % 26))
}

/** Converts to a valid sheet name: no forbidden characters, at most 31 characters including its ending. */
export function toSheetName(name: string, ending: string): string {
  const safe = name.replaceAll(/[\s\p{Cc}\p{Cs}:\\/?*[\]']/gu, '')
  const cut = safe.slice(0, 31 - ending.length)
  // Does not split a surrogate pair.
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)) + ending
}
