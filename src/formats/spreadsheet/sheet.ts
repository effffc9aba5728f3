import { type DomainError, invalid } from '../../errors.ts'

/** One row below the headers, under the number that a spreadsheet shows; cells in the order of the headers. */
export interface SheetRow {
  row: number
  cells: string[]
  /** Columns whose cell is an error of the spreadsheet. */
  errors: number[]
}

/** The first sheet of a file: its first row are headers. */
export interface Sheet {
  headers: string[]
  rows: SheetRow[]
  /** Texts that look like formulas had an apostrophe in front, which was taken off (rule C-73). */
  unescaped: boolean
}

/** What a spreadsheet shows where it could not compute a value. */
export const ERROR_VALUE =
  /^#(REF!|VALUE!|NAME\?|DIV\/0!|N\/A|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|GETTING_DATA)$/

/** The greatest spreadsheet (rule C-4). */
export const MAX_SHEET_BYTES = 50 * 1024 * 1024
/** Rows of a sheet: no component has as many requirements. */
export const MAX_ROWS = 20_000
export const MAX_COLUMNS = 200
/** No text of a requirement is longer; cells of Excel end at 32,767. */
const MAX_CELL = 60_000
/** Characters of a whole sheet. */
const MAX_CHARACTERS = 40_000_000

interface Table {
  texts: readonly (readonly string[])[]
  /** Whether a cell is an error; rows from 0. */
  isError: (row: number, column: number, text: string) => boolean
  unescaped: boolean
}

/**
 * Headers and rows of a table of texts; empty rows are left out. Throws 422 naming file and row for no rows at all, too
 * many, cells beyond the headers, and cells that are too long.
 */
export function sheetOf(filename: string, { texts: table, isError, unescaped }: Table): Sheet {
  const [first = [], ...others] = table
  const headers = trimmedEnd(first).map((header) => header.trim())
  if (headers.length === 0) throw refused(filename, 'has no header row')
  if (headers.length > MAX_COLUMNS) throw tooManyColumns(filename)
  if (others.length > MAX_ROWS) throw tooManyRows(filename)
  let characters = 0
  const rows = others.flatMap((cells, index): SheetRow[] => {
    const row = index + 2
    const own = trimmedEnd(cells)
    if (own.length > headers.length) throw refused(filename, 'has a cell without a header', row)
    for (const [column, cell] of own.entries()) {
      characters += cell.length
      if (cell.length > MAX_CELL) {
        throw refused(
          filename,
          `has a cell of ${cell.length} characters in ${headers[column] ?? ''}; ${MAX_CELL} are the limit`,
          row,
        )
      }
      if (cell.includes('\0') || !cell.isWellFormed())
        throw refused(filename, `has unusable characters in ${headers[column] ?? ''}`, row)
    }
    if (own.length === 0) return []
    const errors = own.flatMap((cell, column) => (isError(index + 1, column, cell) ? [column] : []))
    return [{ row, cells: headers.map((_, column) => own[column] ?? ''), errors }]
  })
  if (characters > MAX_CHARACTERS) throw refused(filename, `has more than ${MAX_CHARACTERS} characters`)
  if (rows.length === 0) throw refused(filename, 'has no rows below its headers')
  return { headers, rows, unescaped }
}

/** Throws 422 naming file, row and column of the first error in the columns that count (rule C-73). */
export function assertNoErrors(filename: string, { headers, rows }: Sheet, columns: Iterable<number>): void {
  const read = new Set(columns)
  for (const { row, cells, errors } of rows) {
    const column = errors.find((one) => read.has(one))
    if (column === undefined) continue
    throw refused(filename, `has the error ${cells[column] ?? ''} in ${headers[column] ?? ''}`, row)
  }
}

function trimmedEnd(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}

/** 422 that names a spreadsheet, and where it is about one, the row. */
export function refused(filename: string, what: string, row: number | null = null): DomainError {
  const place = row === null ? '' : ` (row ${row})`
  return invalid('spreadsheet.unreadable', 'file', `The file ${filename.slice(0, 255)} ${what}${place}.`)
}

export function tooManyColumns(filename: string): DomainError {
  return refused(filename, `has more than ${MAX_COLUMNS} columns`)
}

export function tooManyRows(filename: string): DomainError {
  return refused(filename, `has more than ${MAX_ROWS} rows`, MAX_ROWS + 1)
}
